import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isActiveTab, onActiveTab, watchPresence } from "#web/domains/notifications/presence.ts";

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const browser = new EventTarget();
const report = vi.fn<(looking: boolean) => void>();
let stopWatching = (): void => undefined;

function setVisibility(state: "visible" | "hidden"): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}
const touch = (kind = "pointermove") => browser.dispatchEvent(new Event(kind));
const reports = () => report.mock.calls.map(([looking]) => looking);

/** Emulates a Web Lock shared by tabs: stealing takes it, other requests queue. */
interface LockRequest {
  readonly begin: () => Promise<void>;
  readonly refuse: (error: Error) => void;
}
const lock = { held: undefined as LockRequest | undefined, row: [] as LockRequest[] };
const createAbortError = () => Object.assign(new Error("stolen"), { name: "AbortError" });

function giveLock(to: LockRequest | undefined): void {
  lock.held = to;
  void to?.begin().then(() => lock.held === to && giveLock(lock.row.shift()));
}
const locks = {
  request(_: string, { steal, signal }: { steal?: true; signal?: AbortSignal }, begin: () => Promise<void>) {
    const { promise, reject } = Promise.withResolvers<void>();
    const request = { begin, refuse: reject };
    signal?.addEventListener("abort", () => {
      if (lock.held === request) return;
      lock.row = lock.row.filter((one) => one !== request);
      reject(createAbortError());
    });
    if (steal) {
      lock.held?.refuse(createAbortError());
      giveLock(request);
    } else if (lock.held) lock.row.push(request);
    else giveLock(request);
    return promise;
  },
};

function otherTab() {
  const mine = Promise.withResolvers<void>();
  let isActive = false;
  let hasLeft = false;
  const begin = () => {
    isActive = !hasLeft;
    return mine.promise;
  };
  const lose = (error: Error) => {
    isActive = false;
    expect(error.name).toBe("AbortError");
    locks.request("active tab", {}, begin).catch(lose);
  };
  locks.request("active tab", { steal: true }, begin).catch(lose);
  return {
    isActive: () => isActive,
    leave: () => {
      isActive = false;
      hasLeft = true;
      mine.resolve();
    },
  };
}
const flushPromises = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  page.visibilityState = "visible";
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("navigator", { locks });
  report.mockReset();
  Object.assign(lock, { held: undefined, row: [] });
  stopWatching = watchPresence(report);
});
afterEach(() => {
  stopWatching();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("is present from opening until hidden, and again when visible", () => {
  setVisibility("hidden");
  setVisibility("visible");
  expect(reports()).toEqual([true, false, true]);
});

test("is absent in a page that opens hidden, regardless of activity", () => {
  stopWatching();
  report.mockReset();
  page.visibilityState = "hidden";
  stopWatching = watchPresence(report);
  touch("keydown");
  expect(reports()).toEqual([]);
  setVisibility("visible");
  expect(reports()).toEqual([true]);
});

test("ends two minutes after the last activity and returns with the next", () => {
  vi.advanceTimersByTime(119_000);
  touch("keydown");
  vi.advanceTimersByTime(119_000);
  expect(reports()).toEqual([true]);
  vi.advanceTimersByTime(1000);
  expect(reports()).toEqual([true, false]);
  expect(isActiveTab()).toBe(false);
  touch("wheel");
  expect(reports()).toEqual([true, false, true]);
});

test("does not report activity that changes nothing", () => {
  for (let i = 0; i < 100; i++) touch();
  expect(reports()).toEqual([true]);
  expect(lock.row).toEqual([]);
});

test("reports absence when stopped", () => {
  stopWatching();
  touch();
  vi.advanceTimersByTime(300_000);
  expect(reports()).toEqual([true, false]);
});

test("makes only the most recently used of two visible tabs active", async () => {
  expect(isActiveTab()).toBe(true);
  const other = otherTab();
  await flushPromises();
  expect([isActiveTab(), other.isActive()]).toEqual([false, true]);
  touch("pointerdown");
  expect(isActiveTab()).toBe(true);
  await flushPromises();
  expect([isActiveTab(), other.isActive()]).toEqual([true, false]);
  expect(reports()).toEqual([true]);
});

test("makes exactly one of the remaining visible tabs active when one is left", async () => {
  const others = [otherTab(), otherTab(), otherTab()] as const;
  const all = () => [isActiveTab(), ...others.map((other) => other.isActive())];
  await flushPromises();
  expect(all()).toEqual([false, false, false, true]);
  others[2].leave();
  await flushPromises();
  expect(all().filter(Boolean)).toHaveLength(1);
  setVisibility("hidden");
  await flushPromises();
  expect(all().filter(Boolean)).toHaveLength(1);
  others[0].leave();
  others[1].leave();
  await flushPromises();
  expect(all().filter(Boolean)).toHaveLength(0);
  setVisibility("visible");
  await flushPromises();
  expect(all()).toEqual([true, false, false, false]);
});

test("stops waiting for the lock when the tab is hidden", async () => {
  const other = otherTab();
  await flushPromises();
  setVisibility("hidden");
  other.leave();
  await flushPromises();
  expect(isActiveTab()).toBe(false);
  expect(lock.held).toBeUndefined();
});

test("notifies listeners when the tab becomes active", async () => {
  const callback = vi.fn();
  const unsubscribe = onActiveTab(callback);
  setVisibility("hidden");
  setVisibility("visible");
  expect(callback).toHaveBeenCalledOnce();
  const other = otherTab();
  await flushPromises();
  other.leave();
  await flushPromises();
  expect(callback).toHaveBeenCalledTimes(2);
  unsubscribe();
  setVisibility("hidden");
  setVisibility("visible");
  expect(callback).toHaveBeenCalledTimes(2);
});

test("makes every visible tab active in a browser without locks", () => {
  stopWatching();
  vi.stubGlobal("navigator", {});
  stopWatching = watchPresence(report);
  expect(isActiveTab()).toBe(true);
  setVisibility("hidden");
  expect(isActiveTab()).toBe(false);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isActiveTab, onActiveTab, watchPresence } from "#web/features/notifications/presence.ts";

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const browser = new EventTarget();
const tell = vi.fn<(looking: boolean) => void>();
let stop = (): void => undefined;

function turn(state: "visible" | "hidden"): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}
const touch = (kind = "pointermove") => browser.dispatchEvent(new Event(kind));
const told = () => tell.mock.calls.map(([looking]) => looking);

/** The lock that the tabs of a browser share, as browsers keep it: whoever steals it has it, the others wait in a row. */
interface Asked {
  readonly begin: () => Promise<void>;
  readonly refuse: (error: Error) => void;
}
const lock = { held: undefined as Asked | undefined, row: [] as Asked[] };
const stolen = () => Object.assign(new Error("stolen"), { name: "AbortError" });

function giveLock(to: Asked | undefined): void {
  lock.held = to;
  void to?.begin().then(() => lock.held === to && giveLock(lock.row.shift()));
}
const locks = {
  request(_: string, { steal, signal }: { steal?: true; signal?: AbortSignal }, begin: () => Promise<void>) {
    const { promise, reject } = Promise.withResolvers<void>();
    const asked = { begin, refuse: reject };
    signal?.addEventListener("abort", () => {
      if (lock.held === asked) return;
      lock.row = lock.row.filter((one) => one !== asked);
      reject(stolen());
    });
    if (steal) {
      lock.held?.refuse(stolen());
      giveLock(asked);
    } else if (lock.held) lock.row.push(asked);
    else giveLock(asked);
    return promise;
  },
};

/** Another tab of this browser, which is looked at. */
function otherTab() {
  const mine = Promise.withResolvers<void>();
  let isTold = false;
  let isLeft = false;
  const begin = () => {
    isTold = !isLeft;
    return mine.promise;
  };
  const lose = (error: Error) => {
    isTold = false;
    expect(error.name).toBe("AbortError");
    locks.request("looked at", {}, begin).catch(lose);
  };
  locks.request("looked at", { steal: true }, begin).catch(lose);
  return {
    isTold: () => isTold,
    leave: () => {
      isTold = false;
      isLeft = true;
      mine.resolve();
    },
  };
}
/** What promises bring about has come about. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  page.visibilityState = "visible";
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("navigator", { locks });
  tell.mockReset();
  Object.assign(lock, { held: undefined, row: [] });
  stop = watchPresence(tell);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page is looked at from its opening until it is hidden, and again when it is shown", () => {
  turn("hidden");
  turn("visible");
  expect(told()).toEqual([true, false, true]);
});

test("a page that opens hidden is not looked at, whatever touches it", () => {
  stop();
  tell.mockReset();
  page.visibilityState = "hidden";
  stop = watchPresence(tell);
  touch("keydown");
  expect(told()).toEqual([]);
  turn("visible");
  expect(told()).toEqual([true]);
});

test("two minutes after the last touch it is looked at no more, until the next one", () => {
  vi.advanceTimersByTime(119_000);
  touch("keydown");
  vi.advanceTimersByTime(119_000);
  expect(told()).toEqual([true]);
  vi.advanceTimersByTime(1000);
  expect(told()).toEqual([true, false]);
  expect(isActiveTab()).toBe(false);
  touch("wheel");
  expect(told()).toEqual([true, false, true]);
});

test("touches that change nothing say nothing", () => {
  for (let i = 0; i < 100; i++) touch();
  expect(told()).toEqual([true]);
  expect(lock.row).toEqual([]);
});

test("whoever stops watching looks no more", () => {
  stop();
  touch();
  vi.advanceTimersByTime(300_000);
  expect(told()).toEqual([true, false]);
});

test("of two visible tabs only the one that was touched last is told in", async () => {
  expect(isActiveTab()).toBe(true);
  const other = otherTab();
  await settle();
  expect([isActiveTab(), other.isTold()]).toEqual([false, true]);
  touch("pointerdown");
  expect(isActiveTab()).toBe(true);
  await settle();
  expect([isActiveTab(), other.isTold()]).toEqual([true, false]);
  expect(told()).toEqual([true]);
});

test("when one of several visible tabs is left, just one of the others is told in", async () => {
  const others = [otherTab(), otherTab(), otherTab()] as const;
  const all = () => [isActiveTab(), ...others.map((other) => other.isTold())];
  await settle();
  expect(all()).toEqual([false, false, false, true]);
  others[2].leave();
  await settle();
  expect(all().filter(Boolean)).toHaveLength(1);
  turn("hidden");
  await settle();
  expect(all().filter(Boolean)).toHaveLength(1);
  others[0].leave();
  others[1].leave();
  await settle();
  expect(all().filter(Boolean)).toHaveLength(0);
  turn("visible");
  await settle();
  expect(all()).toEqual([true, false, false, false]);
});

test("a tab that is left while another one has the look waits for it no more", async () => {
  const other = otherTab();
  await settle();
  turn("hidden");
  other.leave();
  await settle();
  expect(isActiveTab()).toBe(false);
  expect(lock.held).toBeUndefined();
});

test("a tab that is told in says so", async () => {
  const act = vi.fn();
  const end = onActiveTab(act);
  turn("hidden");
  turn("visible");
  expect(act).toHaveBeenCalledOnce();
  const other = otherTab();
  await settle();
  other.leave();
  await settle();
  expect(act).toHaveBeenCalledTimes(2);
  end();
  turn("hidden");
  turn("visible");
  expect(act).toHaveBeenCalledTimes(2);
});

test("a browser without locks tells in each tab that is looked at", () => {
  stop();
  vi.stubGlobal("navigator", {});
  stop = watchPresence(tell);
  expect(isActiveTab()).toBe(true);
  turn("hidden");
  expect(isActiveTab()).toBe(false);
});

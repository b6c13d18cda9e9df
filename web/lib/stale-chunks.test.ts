import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { markLeaving } from "#web/lib/leaving.ts";
import { loadOptional, loadScreenPart, reloadOnStaleChunk } from "#web/lib/stale-chunks.ts";

let page = new EventTarget();
let online = { onLine: true };
const reload = vi.fn();

async function loadMissing(): Promise<never> {
  await Promise.resolve();
  page.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
  throw new TypeError("Failed to fetch dynamically imported module");
}

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  online = { onLine: true };
  reload.mockReset();
  globalThis.leave = undefined;
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal("navigator", online);
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  reloadOnStaleChunk();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** @returns an object that gets the outcome */
function loadScreen(): { settled?: unknown } {
  const outcome: { settled?: unknown } = {};
  void loadScreenPart(loadMissing).catch((error: unknown) => {
    outcome.settled = error;
  });
  return outcome;
}

test("a missing chunk reloads the page once, which shows no failure meanwhile; the next failure within a minute is shown", async () => {
  const first = loadScreen();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).toHaveBeenCalledOnce();
  expect(first).toEqual({});
  globalThis.leave = undefined;
  const second = loadScreen();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).toHaveBeenCalledOnce();
  expect(second.settled).toBeInstanceOf(TypeError);
});

test("a chunk that is cut off by leaving neither reloads the page nor is shown as a failure", async () => {
  markLeaving();
  const screen = loadScreen();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).not.toHaveBeenCalled();
  expect(screen).toEqual({});
});

test("once the page turns out to stay, what was cut off loads again", async () => {
  markLeaving();
  const load = vi.fn<() => Promise<string>>().mockImplementationOnce(loadMissing).mockResolvedValueOnce("a screen");
  const screen = loadScreenPart(load);
  await vi.advanceTimersByTimeAsync(31_000);
  await expect(screen).resolves.toBe("a screen");
  expect(reload).not.toHaveBeenCalled();
});

test("once the page turns out to stay, it reloads for a chunk that is still missing", async () => {
  markLeaving();
  const screen = loadScreen();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(reload).toHaveBeenCalledOnce();
  expect(screen).toEqual({});
});

test("a chunk that is missing offline is shown as a failure", async () => {
  online.onLine = false;
  const screen = loadScreen();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).not.toHaveBeenCalled();
  expect(screen.settled).toBeInstanceOf(TypeError);
});

test("the page does without an optional chunk", async () => {
  await expect(loadOptional(loadMissing)).resolves.toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollWhileVisible } from "#web/features/browse/use-prune-unavailable.ts";

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const act = vi.fn();
let stop = (): void => undefined;

function turn(state: "visible" | "hidden"): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  page.visibilityState = "visible";
  act.mockReset();
  stop = pollWhileVisible(act);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("it is asked every 30 seconds, until the screen is left", () => {
  vi.advanceTimersByTime(29_999);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_001);
  expect(act).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(60_000);
  turn("visible");
  expect(act).toHaveBeenCalledTimes(3);
});

test("a hidden page asks nothing, and at once when it is looked at again", () => {
  turn("hidden");
  vi.advanceTimersByTime(300_000);
  expect(act).not.toHaveBeenCalled();
  turn("visible");
  expect(act).toHaveBeenCalledTimes(1);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollWhileVisible } from "#web/screens/browse/use-prune-unavailable.ts";

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const callback = vi.fn();
let stop = (): void => undefined;

function setVisibility(state: "visible" | "hidden"): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  page.visibilityState = "visible";
  callback.mockReset();
  stop = pollWhileVisible(callback);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("runs the callback every 30 seconds until it is stopped", () => {
  vi.advanceTimersByTime(29_999);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_001);
  expect(callback).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(60_000);
  setVisibility("visible");
  expect(callback).toHaveBeenCalledTimes(3);
});

test("pauses while the page is hidden and runs at once when it becomes visible", () => {
  setVisibility("hidden");
  vi.advanceTimersByTime(300_000);
  expect(callback).not.toHaveBeenCalled();
  setVisibility("visible");
  expect(callback).toHaveBeenCalledTimes(1);
});

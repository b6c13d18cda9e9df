import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onResume } from "#web/lib/on-resume.ts";

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const browser = new EventTarget();
const act = vi.fn();
let stop = (): void => undefined;

function turn(state: "visible" | "hidden"): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("removeEventListener", browser.removeEventListener.bind(browser));
  act.mockReset();
  stop = onResume(act);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a network that is back wakes, until nobody listens", () => {
  browser.dispatchEvent(new Event("online"));
  expect(act).toHaveBeenCalledTimes(1);
  stop();
  browser.dispatchEvent(new Event("online"));
  expect(act).toHaveBeenCalledTimes(1);
});

test("a device that slept wakes; one whose time goes on does not", () => {
  vi.advanceTimersByTime(600_000);
  expect(act).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(20_000);
  expect(act).toHaveBeenCalledTimes(1);
});

test("a page that is looked at after a while wakes, after a moment it does not", () => {
  turn("hidden");
  vi.advanceTimersByTime(5000);
  turn("visible");
  expect(act).not.toHaveBeenCalled();
  turn("hidden");
  vi.advanceTimersByTime(120_000);
  turn("visible");
  expect(act).toHaveBeenCalledTimes(1);
});

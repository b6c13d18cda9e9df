import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onResume } from "#web/lib/on-resume.ts";

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const browser = new EventTarget();
const callback = vi.fn();
let stop = (): void => undefined;

function setVisibility(state: "visible" | "hidden"): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("removeEventListener", browser.removeEventListener.bind(browser));
  callback.mockReset();
  stop = onResume(callback);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("calls back when the network returns, until stopped", () => {
  browser.dispatchEvent(new Event("online"));
  expect(callback).toHaveBeenCalledTimes(1);
  stop();
  browser.dispatchEvent(new Event("online"));
  expect(callback).toHaveBeenCalledTimes(1);
});

test("calls back when the page is back from the back/forward cache, but not when it has loaded", () => {
  browser.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  expect(callback).not.toHaveBeenCalled();
  browser.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(callback).toHaveBeenCalledTimes(1);
});

test("calls back after the device slept, but not while its timers run", () => {
  vi.advanceTimersByTime(600_000);
  expect(callback).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(20_000);
  expect(callback).toHaveBeenCalledTimes(1);
});

test("calls back when the page is shown again after minutes, but not after seconds", () => {
  setVisibility("hidden");
  vi.advanceTimersByTime(5000);
  setVisibility("visible");
  expect(callback).not.toHaveBeenCalled();
  setVisibility("hidden");
  vi.advanceTimersByTime(120_000);
  setVisibility("visible");
  expect(callback).toHaveBeenCalledTimes(1);
});

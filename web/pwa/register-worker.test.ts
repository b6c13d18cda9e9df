import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { registerWorkerWhenIdle } from "#web/pwa/register-worker.ts";

const idle = vi.hoisted(() => ({ tasks: [] as (() => void)[] }));
vi.mock("#web/lib/when-idle.ts", () => ({ whenIdle: (task: () => void) => idle.tasks.push(task) }));

const register = vi.fn(async (_address: string) => undefined);
const screen = { isLoading: false, images: [] as object[] };

const imageAt = (top: number, complete: boolean) => ({
  complete,
  checkVisibility: () => true,
  getBoundingClientRect: () => ({ top, bottom: top + 100, left: 0, right: 100 }),
});
const stubNavigator = (values: object = {}, workers: object = {}) =>
  vi.stubGlobal("navigator", { serviceWorker: { controller: null, register, ...workers }, ...values });
const runIdleTasks = () => {
  for (const task of idle.tasks.splice(0)) task();
};

beforeEach(() => {
  vi.useFakeTimers();
  register.mockClear();
  idle.tasks.length = 0;
  Object.assign(screen, { isLoading: false, images: [] });
  vi.stubGlobal("document", {
    querySelector: () => (screen.isLoading ? {} : null),
    get images() {
      return screen.images;
    },
  });
  vi.stubGlobal("innerHeight", 800);
  vi.stubGlobal("innerWidth", 360);
  stubNavigator();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("registers the worker once the page is idle and its screen has loaded", () => {
  screen.isLoading = true;
  registerWorkerWhenIdle();
  expect(register).not.toHaveBeenCalled();
  runIdleTasks();
  vi.advanceTimersByTime(60_000);
  expect(register).not.toHaveBeenCalled();

  Object.assign(screen, { isLoading: false, images: [imageAt(100, false), imageAt(900, false)] });
  vi.advanceTimersByTime(60_000);
  expect(register).not.toHaveBeenCalled();

  // An image below the window may load when the member scrolls.
  screen.images = [imageAt(100, true), imageAt(900, false)];
  vi.advanceTimersByTime(1000);
  expect(register).toHaveBeenCalledExactlyOnceWith("/sw.js");
});

test.each([
  ["if the member saves data", () => stubNavigator({ connection: { saveData: true } })],
  ["if a worker is active", () => stubNavigator({}, { controller: {} })],
  ["without support", () => stubNavigator({ serviceWorker: undefined })],
])("does not register the worker %s", (_, stub) => {
  stub();
  registerWorkerWhenIdle();
  runIdleTasks();
  vi.advanceTimersByTime(60_000);
  expect(register).not.toHaveBeenCalled();
});

test("registers the worker on a connection without data saving, and ignores a failure", async () => {
  stubNavigator({ connection: { saveData: false } });
  register.mockRejectedValueOnce(new Error("Storage is blocked"));
  registerWorkerWhenIdle();
  runIdleTasks();
  await vi.advanceTimersByTimeAsync(0);
  expect(register).toHaveBeenCalledOnce();
});

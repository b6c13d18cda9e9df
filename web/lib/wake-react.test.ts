import { expect, test, vi } from "vitest";

/** As WebKit does while it keeps the page. */
let losesMessages = false;

class Channel {
  readonly port1 = { onmessage: () => {} };
  readonly port2 = {
    postMessage: () => {
      if (!losesMessages) setTimeout(() => this.port1.onmessage());
    },
  };
}

const browser = new EventTarget();
vi.useFakeTimers();
vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
vi.stubGlobal("MessageChannel", Channel);
// Browsers have none.
vi.stubGlobal("setImmediate", undefined);
await import("#web/lib/run-react.ts");
// @ts-expect-error TS7016 It has no types.
const { unstable_scheduleCallback, unstable_NormalPriority } = await import("scheduler");

/** As React does. */
const schedule = (task: () => void): void => unstable_scheduleCallback(unstable_NormalPriority, task);
const showKeptPage = () => browser.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));

test("what React was about to do when the page was left, it does after Back, and goes on", () => {
  const [cutOff, after] = [vi.fn(), vi.fn()];
  losesMessages = true;
  schedule(cutOff);
  vi.runAllTimers();
  losesMessages = false;
  showKeptPage();
  vi.runAllTimers();
  expect(cutOff).toHaveBeenCalledOnce();
  schedule(after);
  vi.runAllTimers();
  expect(after).toHaveBeenCalledOnce();
});

test("a message that was only late does nothing twice", () => {
  const task = vi.fn();
  schedule(task);
  showKeptPage();
  vi.runAllTimers();
  expect(task).toHaveBeenCalledOnce();
});

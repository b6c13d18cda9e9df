import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadPage, watchLeaving, whenStaying } from "#web/lib/leaving.ts";

const HERE = "https://spotter.example/how-it-works";
let page = new EventTarget();
const reload = vi.fn();
const task = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  reload.mockReset();
  task.mockReset();
  globalThis.leave = undefined;
  vi.stubGlobal("location", { href: HERE, reload });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  watchLeaving();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Link {
  readonly href?: string;
  readonly download?: true;
  readonly target?: string;
}

/** As a browser does. @returns the event */
function press({ href = "https://spotter.example/faq", download, target }: Link = {}, keys: object = {}): Event {
  const isMatch = !download && target !== "_blank";
  const click = Object.assign(new Event("click", { cancelable: true }), { button: 0, ...keys });
  Object.defineProperty(click, "target", { value: { closest: () => (isMatch ? { href } : null) } });
  page.dispatchEvent(click);
  return click;
}

function isStaying(): boolean {
  whenStaying(task);
  const hasRun = task.mock.calls.length > 0;
  task.mockReset();
  return hasRun;
}

test.each([
  ["a link", () => press()],
  ["a link to the top of the same page", () => press({ href: HERE })],
  ["a link to a place of another page", () => press({ href: "https://spotter.example/#features" })],
  ["a link to another site", () => press({ href: "https://else.example/" })],
  ["what the browser does by itself", () => page.dispatchEvent(new Event("beforeunload"))],
  ["the end of the page", () => page.dispatchEvent(new Event("pagehide"))],
])("%s leaves the page: nothing reloads it", (_name, leave) => {
  expect(isStaying()).toBe(true);
  leave();
  expect(isStaying()).toBe(false);
  reloadPage();
  vi.advanceTimersByTime(10_000);
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ["a place of the same page", () => press({ href: `${HERE}#features` })],
  ["the top of the same page by its fragment", () => press({ href: `${HERE}#` })],
  ["a download", () => press({ download: true })],
  ["another tab", () => press({ target: "_blank" })],
  ["another tab by a key", () => press({}, { ctrlKey: true })],
  ["another tab by the other key", () => press({}, { metaKey: true })],
  ["another window by a key", () => press({}, { shiftKey: true })],
  ["a file by a key", () => press({}, { altKey: true })],
  ["the middle button", () => press({}, { button: 1 })],
  ["an email", () => press({ href: "mailto:help@spotter.example" })],
  ["the router, which prevents the click", () => press().preventDefault()],
])("a link to %s does not leave the page", (_name, act) => {
  act();
  expect(isStaying()).toBe(true);
});

test("a link that is pressed twice leaves the page once, and the router's link pressed last keeps it", () => {
  press();
  press();
  expect(isStaying()).toBe(false);
  press().preventDefault();
  expect(isStaying()).toBe(true);
});

test("back to a page that the browser has kept, what was put off is done", () => {
  press();
  page.dispatchEvent(new Event("pagehide"));
  reloadPage();
  // A page that has just loaded may be left already.
  page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  vi.advanceTimersByTime(1000);
  expect(reload).not.toHaveBeenCalled();
  page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  vi.advanceTimersByTime(1000);
  expect(reload).toHaveBeenCalledOnce();
});

test("a page that is still there half a minute after the attempt to leave it stays", () => {
  press();
  whenStaying(task);
  vi.advanceTimersByTime(29_000);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(task).toHaveBeenCalledOnce();
});

test("a page that reloads is being left", () => {
  reloadPage();
  reloadPage();
  expect(reload).toHaveBeenCalledOnce();
  expect(isStaying()).toBe(false);
});

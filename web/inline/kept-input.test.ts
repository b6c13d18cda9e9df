import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepInput } from "#web/inline/kept-input.ts";
import { stubPage } from "#web/testing/fake-page.ts";

/** A button of the page, with the calls of its methods. */
function makeButton(textContent: string, ariaLabel: string | null = null) {
  const button = {
    localName: "button",
    textContent,
    ariaLabel,
    isConnected: true,
    checkVisibility: () => true,
    click: vi.fn(),
    focus: vi.fn(),
    closest: () => button,
  };
  return button;
}

const TEXT = { closest: () => null };

let events = new EventTarget();
let buttons: ReturnType<typeof makeButton>[] = [];

/** @returns whether the page prevented what the browser does by itself */
function dispatch(name: string, target: object): boolean {
  const event = new Event(name, { cancelable: true });
  Object.defineProperty(event, "target", { value: target });
  events.dispatchEvent(event);
  return event.defaultPrevented;
}

const listen = () => events.dispatchEvent(new Event("listening"));

beforeEach(() => {
  buttons = [];
  ({ events } = stubPage());
  Object.assign(document, { querySelectorAll: (name: string) => buttons.filter((one) => one.localName === name) });
  keepInput();
});
afterEach(() => vi.unstubAllGlobals());

test("a click on a button before the app listens is repeated once, and submits no form", () => {
  const [first, last] = [makeButton("Login"), makeButton("Join")];
  dispatch("click", first);
  expect(dispatch("click", last)).toBe(true);
  expect(last.click).not.toHaveBeenCalled();
  listen();
  listen();
  expect(first.click).not.toHaveBeenCalled();
  expect(last.click).toHaveBeenCalledOnce();
});

test("the app handles later clicks itself", () => {
  listen();
  const button = makeButton("Login");
  expect(dispatch("click", button)).toBe(false);
  expect(button.click).not.toHaveBeenCalled();
});

test("other clicks are left to the browser, and may leave the page as other navigations do", () => {
  dispatch("click", makeButton("Login"));
  expect(globalThis.leave).toBeUndefined();
  for (const name of ["click", "beforeunload"]) {
    expect(dispatch(name, TEXT)).toBe(false);
    expect(globalThis.leave).toBeDefined();
    globalThis.leave = undefined;
  }
});

test("click and focus go to the button that replaced the pressed one", () => {
  const old = makeButton("", "Filters");
  buttons = [makeButton("All Filters"), makeButton("", "Search"), makeButton("", "Filters")];
  dispatch("focusin", old);
  dispatch("click", old);
  old.isConnected = false;
  listen();
  expect(buttons.map(({ click, focus }) => [click.mock.calls.length, focus.mock.calls.length])).toEqual([
    [0, 0],
    [0, 0],
    [1, 1],
  ]);
  expect(old.click).not.toHaveBeenCalled();
});

test.each([
  ["Filters, 1 active", makeButton("", "Filters"), makeButton("", "Filters, 1 active")],
  ["3Matches", makeButton("Matches"), makeButton("3Matches")],
])("click and focus go to the button whose name the data has extended: %s", (_name, old, next) => {
  buttons = [makeButton("Browse"), next];
  dispatch("focusin", old);
  dispatch("click", old);
  old.isConnected = false;
  listen();
  expect([next.click.mock.calls.length, next.focus.mock.calls.length]).toEqual([1, 1]);
});

test("click and focus go to the variant of a button that is shown in this window", () => {
  const old = makeButton("", "Filters");
  const hidden = { ...makeButton("Filters", "Filters, 1 on"), checkVisibility: () => false };
  const next = makeButton("", "Filters, 1 on");
  buttons = [hidden, next];
  dispatch("focusin", old);
  dispatch("click", old);
  old.isConnected = false;
  listen();
  expect([next.click.mock.calls.length, next.focus.mock.calls.length]).toEqual([1, 1]);
  expect(hidden.click).not.toHaveBeenCalled();
});

test("nothing happens if two buttons have a name that contains the old one", () => {
  const old = makeButton("Send");
  buttons = [makeButton("Send a Crush"), makeButton("Resend", "Send Image")];
  dispatch("click", old);
  old.isConnected = false;
  listen();
  expect(buttons.map(({ click }) => click.mock.calls.length)).toEqual([0, 0]);
});

test("a focused element that the app has kept is not focused again", () => {
  const button = makeButton("Login");
  buttons = [makeButton("Login")];
  dispatch("focusin", button);
  listen();
  expect(buttons[0]?.focus).not.toHaveBeenCalled();
});

test("nothing happens without an equal element", () => {
  const button = makeButton("Login");
  dispatch("focusin", button);
  dispatch("click", button);
  button.isConnected = false;
  expect(listen).not.toThrow();
  expect(button.click).not.toHaveBeenCalled();
});

import { expect, test, vi } from "vitest";
import { createMessageTarget } from "#web/screens/messages/log/message-target.ts";
import type { RenderedMessages } from "#web/screens/messages/log/scroll-anchor.ts";

const keys = ["a", "b", "c", "d"];
const heights = new Map(keys.map((key) => [key, 100]));

/** The messages from `from` on, of which the first begins 30 px below the top of a log with 400 px. */
function render(from: number) {
  const focused: string[] = [];
  const focus = (name: string) => () => void focused.push(name);
  const children = keys.slice(from).map((key, i) => ({
    getBoundingClientRect: () => ({ top: 130 + 100 * i }),
    querySelector: () => ({ focus: focus(key) }),
  }));
  const log = { getBoundingClientRect: () => ({ top: 100, height: 400 }), scrollTop: -50, focus: focus("log") };
  return { rendered: { log, list: { children }, keys, from } as unknown as RenderedMessages, focused };
}

const press = (key: string, init = {}) => ({ key, preventDefault: vi.fn(), ...init }) as unknown as KeyboardEvent;

test("scrolls to a rendered message and focuses it", () => {
  const target = createMessageTarget(heights);
  const { rendered, focused } = render(2);
  target.goTo(rendered, "d");
  expect(rendered.log.scrollTop).toBe(-50 + 130);
  expect(focused).toEqual(["log", "d"]);
  expect(target.resume(rendered)).toBe(false);
});

test("scrolls to the estimated offset of another message, and again until it is rendered", () => {
  const target = createMessageTarget(heights);
  const { rendered, focused } = render(2);
  target.goTo(rendered, "b");
  expect(rendered.log.scrollTop).toBe(400 - 300);
  expect(focused).toEqual(["log"]);
  expect(target.resume(rendered)).toBe(true);
  const { rendered: complete, focused: then } = render(0);
  expect(target.resume(complete)).toBe(true);
  target.focusPending(complete);
  expect([complete.log.scrollTop, then]).toEqual([-50 + 130, ["b"]]);
  expect(target.resume(complete)).toBe(false);
});

test("ends when the message is gone", () => {
  const target = createMessageTarget(heights);
  const { rendered } = render(0);
  target.scrollLater("deleted");
  expect(target.resume(rendered)).toBe(true);
  expect(rendered.log.scrollTop).toBe(-50);
  expect(target.resume(rendered)).toBe(false);
});

test("Home and End go to the first and the last message, and not with a modifier", () => {
  const target = createMessageTarget(heights);
  const { rendered, focused } = render(0);
  target.handleKey(rendered, press("Home", { ctrlKey: true }));
  expect(focused).toEqual([]);
  target.handleKey(rendered, press("Home"));
  expect([rendered.log.scrollTop, focused]).toEqual([-50 + 30, ["log", "a"]]);
  target.handleKey(rendered, press("End"));
  expect([rendered.log.scrollTop, focused.at(-1)]).toEqual([0, "d"]);
});

import { expect, test } from "vitest";
import {
  findAnchor,
  keepAnchor,
  type RenderedMessages,
  restoreAnchor,
} from "#web/screens/messages/log/scroll-anchor.ts";

const place = (bottom: number) => ({ getBoundingClientRect: () => ({ bottom }) });

/** Messages of 50 px, the last ending at `end`, in a log whose visible part ends at 400. */
function render(keys: readonly string[], end: number): RenderedMessages {
  const children = keys.map((_, i) => place(end - 50 * (keys.length - 1 - i)));
  return {
    log: { ...place(400), scrollTop: -300 } as HTMLElement,
    list: { ...place(end), children } as unknown as HTMLElement,
    keys: ["older", ...keys],
    from: 1,
  };
}

test("finds the lowest message whose end is visible", () => {
  expect(findAnchor(render(["a", "b", "c"], 440))).toEqual({ key: "b", below: 50, above: 10 });
});

test("scrolls by what changed below the anchor", () => {
  const anchor = { key: "b", below: 50, above: -20 };
  const unchanged = render(["a", "b", "c"], 470);
  expect(keepAnchor(unchanged, anchor)).toEqual(anchor);
  expect(unchanged.log.scrollTop).toBe(-300);
  const longer = render(["a", "b", "c", "d"], 520);
  expect(keepAnchor(longer, anchor)).toEqual({ ...anchor, below: 100 });
  expect(longer.log.scrollTop).toBe(-350);
});

test("keeps an anchor that is not rendered as it was", () => {
  const anchor = { key: "gone", below: 50, above: 20 };
  const rendered = render(["a", "b"], 470);
  expect(keepAnchor(rendered, anchor)).toBe(anchor);
  expect(rendered.log.scrollTop).toBe(-300);
});

test("lets go of the anchor after a jump to the bottom", () => {
  const rendered = render(["a", "b", "c", "d"], 520);
  rendered.log.scrollTop = 0;
  expect(keepAnchor(rendered, { key: "b", below: 50, above: -20 })).toBeUndefined();
  expect(rendered.log.scrollTop).toBe(0);
});

test("restores the distance of a message from the bottom of the visible part", () => {
  const rendered = render(["a", "b", "c"], 470);
  restoreAnchor(rendered, { key: "b", above: 30 });
  expect(rendered.log.scrollTop).toBe(-300 + 420 + 30 - 400);
});

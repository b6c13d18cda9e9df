import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Plates } from "#web/ui/brand/plates.tsx";

/** How many plates are drawn, and whether more are told of. */
function drawn(count: number): { plates: number; more: boolean } {
  const markup = renderToStaticMarkup(createElement(Plates, { count }));
  const barAndCollar = 2;
  return { plates: markup.split("<rect").length - 1 - barAndCollar, more: markup.includes("<path") };
}

test.each([
  [0, 0, false],
  [8, 4, false],
  [60, 6, false],
  [69, 11, false],
  [70, 6, true],
  [95, 6, true],
  [1000, 6, true],
])("%i credits are %i plates, and more: %j", (count, plates, more) => expect(drawn(count)).toEqual({ plates, more }));

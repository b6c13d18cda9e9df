import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Plates } from "#web/ui/brand/plates.tsx";

function render(count: number): { plates: number; hasPlus: boolean } {
  const markup = renderToStaticMarkup(createElement(Plates, { count }));
  const barAndCollar = 2;
  return { plates: markup.split("<rect").length - 1 - barAndCollar, hasPlus: markup.includes("<path") };
}

test.each([
  [0, 0, false],
  [8, 4, false],
  [60, 6, false],
  [69, 11, false],
  [70, 6, true],
  [95, 6, true],
  [1000, 6, true],
])("draws %i credits as %i plates, with a plus sign: %j", (count, plates, hasPlus) =>
  expect(render(count)).toEqual({ plates, hasPlus }),
);

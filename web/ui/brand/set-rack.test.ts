import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SetRack } from "#web/ui/brand/set-rack.tsx";
import { WeekPlates } from "#web/ui/brand/week-plates.tsx";

const countIn = (markup: string, text: string) => markup.split(text).length - 1;

test.each([
  [5, 0],
  [5, 3],
  [2, 2],
])("a rack of %i slots has %i plates", (slots, racked) => {
  const markup = renderToStaticMarkup(createElement(SetRack, { slots, racked }));
  expect([countIn(markup, "<rect"), countIn(markup, "plate")]).toEqual([slots, racked]);
  // Only a new plate moves.
  expect(markup).not.toContain("added");
});

test("a week has seven plates, which look alike whether a day is over or to come", () => {
  const days = Array.from({ length: 7 }, (_, i) => ({ day: `day ${i}`, isDone: i === 2 }));
  const markup = renderToStaticMarkup(createElement(WeekPlates, { days, isFull: false }));
  const shapes = [...markup.matchAll(/<rect class="([^"]*)"[^>]* height="(\d+)"/g)].map(([, name, height]) => [
    name,
    height,
  ]);
  expect(shapes).toHaveLength(7);
  expect(new Set(shapes.filter((_, i) => i !== 2).map(String)).size).toBe(1);
});

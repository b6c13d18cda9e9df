import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BreakableName, longestPart, nameParts } from "#web/domains/members/names/breakable-name.tsx";

test.each([
  ["luther_two_steps", ["luther_", "two_", "steps"]],
  ["Bartholomew_Weatherington_17ab", ["Bartholomew_", "Weatherington_", "17ab"]],
  ["priya.k", ["priya.", "k"]],
  ["jo-ann__x", ["jo-", "ann__", "x"]],
  ["_sam_", ["_", "sam_"]],
  ["...", ["..."]],
  ["maya", ["maya"]],
  ["", []],
])("splits %j after its separators", (name, parts) => expect(nameParts(name)).toEqual(parts));

test("measures the longest part of a name", () => {
  expect(["maya", "luther_two_steps", "sam the lifter", ""].map(longestPart)).toEqual([4, 7, 6, 0]);
});

test("breaks lines without changing the text", () => {
  const markup = renderToStaticMarkup(createElement(BreakableName, { username: "luther_two_steps" }));
  expect(markup).toBe("luther_<wbr/>two_<wbr/>steps");
});

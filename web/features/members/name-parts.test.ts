import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BreakableName, longestPart, nameParts } from "#web/features/members/breakable-name.tsx";

test.each([
  ["luther_two_steps", ["luther_", "two_", "steps"]],
  ["Bartholomew_Weatherington_17ab", ["Bartholomew_", "Weatherington_", "17ab"]],
  ["priya.k", ["priya.", "k"]],
  ["jo-ann__x", ["jo-", "ann__", "x"]],
  ["_sam_", ["_", "sam_"]],
  ["...", ["..."]],
  ["maya", ["maya"]],
  ["", []],
])("a line may end after what joins the words of %j", (name, parts) => expect(nameParts(name)).toEqual(parts));

test("the longest part says how large a name can be", () => {
  expect(["maya", "luther_two_steps", "sam the lifter", ""].map(longestPart)).toEqual([4, 7, 6, 0]);
});

test("the name itself stays as it is: a break is no character", () => {
  const markup = renderToStaticMarkup(createElement(BreakableName, { username: "luther_two_steps" }));
  expect(markup).toBe("luther_<wbr/>two_<wbr/>steps");
});

import { expect, test } from "vitest";
import { findTags, readTests } from "./spec-coverage.ts";
import { SPEC } from "./spec-lines.ts";

const lines = SPEC.flatMap(({ groups }) => groups.flatMap((group) => group.lines));
const ids = lines.map(({ id }) => id);
const { tests, mentions } = readTests();
const named = tests.flatMap((one) => one.ids);

test("all ids of the specification are unique", () => {
  expect(ids.length).toBeGreaterThan(250);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every line of the specification has a test", () => {
  expect(ids.filter((id) => !named.includes(id))).toEqual([]);
});

test("every @spec comment names an existing line, and is above a test", () => {
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  expect(named).toHaveLength(mentions);
});

test("a tag belongs to the title of the test below it", () => {
  const tag = "// @spec";
  const source = `${tag} 1.a.b 2.c\n${tag} 3.d\n// Why.\ntest.each([\n  ["x"],\n])("takes %s, as \\"y\\"", () => {});\n`;
  expect(findTags("a.test.ts", source)).toEqual([
    { file: "a.test.ts", title: 'takes %s, as "y"', ids: ["1.a.b", "2.c", "3.d"] },
  ]);
});

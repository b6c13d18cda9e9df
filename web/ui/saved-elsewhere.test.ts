import { expect, test } from "vitest";
import { mergeSaved } from "#web/ui/saved-elsewhere.ts";

const before = { name: "", place: "", point: null as number | null, tags: ["a"] };

test("takes over saved values, and keeps what was typed in edited fields", () => {
  const saved = { ...before, name: "Saved", tags: ["a", "b"] };
  expect(mergeSaved(before, before, saved)).toEqual(saved);
  expect(mergeSaved({ ...before, name: "Typed" }, before, saved)).toEqual({ ...saved, name: "Typed" });
  expect(mergeSaved({ ...before, tags: [] }, before, saved)).toEqual({ ...saved, tags: [] });
});

test("keeps or replaces fields together that describe one thing", () => {
  const saved = { ...before, place: "Austin", point: 30 };
  expect(mergeSaved(before, before, saved, ["place", "point"])).toEqual(saved);
  const typed = { ...before, place: "Boise" };
  expect(mergeSaved(typed, before, saved, ["place", "point"])).toEqual(typed);
});

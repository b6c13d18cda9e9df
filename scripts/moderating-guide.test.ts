import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GUIDE_FILE, writeGuide } from "./moderating-guide.ts";

test("the document for moderators says what the console shows", () => {
  expect(readFileSync(GUIDE_FILE, "utf8")).toBe(writeGuide());
});

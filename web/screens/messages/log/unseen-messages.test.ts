import { expect, test } from "vitest";
import { countMissed } from "#web/screens/messages/log/unseen-messages.ts";

const items = ["a", "b", "mine", "c"].map((key) => ({ key, isOwn: key === "mine", fresh: false }));

test("counts messages of the other member after the newest one that was seen", () => {
  expect(countMissed(items, "a")).toBe(2);
  expect(countMissed(items, "c")).toBe(0);
});

test("counts none at the bottom, and none after a message that is gone", () => {
  expect(countMissed(items, undefined)).toBe(0);
  expect(countMissed(items, "deleted")).toBe(0);
});

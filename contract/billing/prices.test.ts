import { expect, test } from "vitest";
import { describePictures, describeSpending } from "#contract/billing/prices.ts";
import { formatCrushes, spellCrushes } from "#contract/words.ts";

test("states a price in digits and in words", () => {
  expect([1, 2].map(formatCrushes)).toEqual(["1 crush", "2 crushes"]);
  expect([1, 2].map(spellCrushes)).toEqual(["one crush", "2 crushes"]);
});

test("states the prices of a crush and a picture, whether they are the same or not", () => {
  expect(`A crush takes one, and ${describePictures(1, 1)}.`).toBe(
    "A crush takes one, and so does a picture in a chat.",
  );
  expect(`A crush takes one, and ${describePictures(1, 2)}.`).toBe(
    "A crush takes one, and a picture in a chat takes 2.",
  );
  expect(describeSpending(1, 1)).toBe("Sending a crush, and sending a picture in a chat, spends one credit");
  expect(describeSpending(1, 2)).toBe("Sending a crush spends one credit, and sending a picture in a chat 2 credits");
});

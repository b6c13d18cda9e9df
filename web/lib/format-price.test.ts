import { expect, test } from "vitest";
import { PACKAGES } from "#contract/catalog.ts";
import { formatPrice } from "#web/lib/format-price.ts";

test("formats cents with two decimals", () => {
  expect([0, 499, 2999, 123_456].map(formatPrice)).toEqual(["$0.00", "$4.99", "$29.99", "$1,234.56"]);
});

// @spec 9.packages-membership-names
test("rounds each package's price per crush to the cent", () => {
  expect(PACKAGES.map(({ priceCents, crushes }) => formatPrice(priceCents / crushes))).toEqual([
    "$1.00",
    "$0.67",
    "$0.50",
    "$0.42",
  ]);
});

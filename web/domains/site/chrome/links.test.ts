import { expect, test } from "vitest";
import { FOOTER_COLUMNS } from "#web/domains/site/chrome/links.tsx";

test("the footer links each page once", () => {
  const addresses = FOOTER_COLUMNS.flatMap(({ links }) => links.map(({ to }) => to));
  expect(new Set(addresses).size).toBe(addresses.length);
});

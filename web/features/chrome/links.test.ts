import { expect, test } from "vitest";
import { COLUMNS, linksElsewhere } from "#web/features/chrome/links.tsx";

// @spec 2.query-driven.footer-columns-company
test("the operator's pages elsewhere are shown where they have an address", () => {
  const all = [
    { label: "Instagram", url: "https://instagram.com/spotter.fit" },
    { label: "TikTok", url: "" },
    { label: "YouTube", url: "https://youtube.com/@spotterfit" },
  ];
  expect(linksElsewhere(all)).toEqual([
    { label: "Instagram", to: "https://instagram.com/spotter.fit" },
    { label: "YouTube", to: "https://youtube.com/@spotterfit" },
  ]);
});

test("the footer has its four columns, and no page twice", () => {
  expect(COLUMNS.map(({ title }) => title)).toEqual(["Company", "Support", "Legal", "Connect"]);
  const addresses = COLUMNS.flatMap(({ links }) => links.map(({ to }) => to));
  expect(new Set(addresses).size).toBe(addresses.length);
});

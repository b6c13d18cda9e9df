import { expect, test } from "vitest";
import { FOOTER_COLUMNS, listSocialLinks } from "#web/features/chrome/links.tsx";

// @spec 2.query-driven.footer-columns-company
test("lists only the social links that have a URL", () => {
  const all = [
    { label: "Instagram", url: "https://instagram.com/spotter.fit" },
    { label: "TikTok", url: "" },
    { label: "YouTube", url: "https://youtube.com/@spotterfit" },
  ];
  expect(listSocialLinks(all)).toEqual([
    { label: "Instagram", to: "https://instagram.com/spotter.fit" },
    { label: "YouTube", to: "https://youtube.com/@spotterfit" },
  ]);
});

test("has four columns and links each page once", () => {
  expect(FOOTER_COLUMNS.map(({ title }) => title)).toEqual(["Company", "Support", "Legal", "Connect"]);
  const addresses = FOOTER_COLUMNS.flatMap(({ links }) => links.map(({ to }) => to));
  expect(new Set(addresses).size).toBe(addresses.length);
});

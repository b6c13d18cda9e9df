import { expect, test } from "vitest";
import { analyticsMeta } from "./analytics-meta.ts";

test("a tag stands in the pages only where an operator sets one", () => {
  expect(analyticsMeta("")).toEqual([]);
  expect(analyticsMeta("G-AB12CD34EF")).toEqual([
    { tag: "meta", attrs: { name: "analytics-tag", content: "G-AB12CD34EF" }, injectTo: "head" },
  ]);
});

test.each(["GTM-ABC123", "UA-1-1", 'G-"><script>', "g-ab"])("%s is refused by name", (tag) => {
  expect(() => analyticsMeta(tag)).toThrow(/site\.config\.ts: analyticsTag/);
});

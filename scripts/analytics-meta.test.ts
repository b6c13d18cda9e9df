import { expect, test } from "vitest";
import { analyticsMeta } from "./analytics-meta.ts";

test("adds the analytics tag only if the operator sets one", () => {
  expect(analyticsMeta("")).toEqual([]);
  expect(analyticsMeta("G-AB12CD34EF")).toEqual([
    { tag: "meta", attrs: { name: "analytics-tag", content: "G-AB12CD34EF" }, injectTo: "head" },
  ]);
});

test.each(["GTM-ABC123", "UA-1-1", 'G-"><script>', "g-ab"])("rejects %s, which is not a Google tag", (tag) => {
  expect(() => analyticsMeta(tag)).toThrow(/site\.config\.ts: analyticsTag/);
});

import { expect, test } from "vitest";
import { estimateReadTime, listLinks, splitLinks, toPlainText } from "#web/domains/site/help/text.ts";

test("splits a text at its links", () => {
  expect(splitLinks("See [Browse](/browse), or [your wallet](/profile#crushes).")).toEqual([
    { text: "See " },
    { text: "Browse", to: "/browse" },
    { text: ", or " },
    { text: "your wallet", to: "/profile#crushes" },
    { text: "." },
  ]);
  expect(splitLinks("[Browse](/browse)")).toEqual([{ text: "Browse", to: "/browse" }]);
  expect(splitLinks("None [here] (at all).")).toEqual([{ text: "None [here] (at all)." }]);
  expect(toPlainText("See [Browse](/browse).")).toBe("See Browse.");
});

test("finds the links of every kind of block", () => {
  const blocks = [
    { kind: "section", title: "One", paragraphs: ["[a](/a)", "no link"] },
    { kind: "steps", title: "Two", steps: [{ title: "b", text: "[b](/b) and [c](/c)" }] },
    { kind: "tips", tips: ["[d](/d)"] },
  ] as const;
  expect(listLinks({ lead: "[lead](/lead)", blocks })).toEqual(["/lead", "/a", "/b", "/c", "/d"]);
});

test("rounds the reading time up to whole minutes", () => {
  const buildArticle = (count: number) => ({ lead: Array.from({ length: count }, () => "word").join(" "), blocks: [] });
  expect(estimateReadTime(buildArticle(3))).toBe(1);
  expect(estimateReadTime(buildArticle(200))).toBe(1);
  expect(estimateReadTime(buildArticle(201))).toBe(2);
});

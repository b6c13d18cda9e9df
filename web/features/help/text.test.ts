import { expect, test } from "vitest";
import { linksIn, piecesOf, plain, readTimeOf } from "#web/features/help/text.ts";

test("a text comes apart at its links", () => {
  expect(piecesOf("See [Browse](/browse), or [your wallet](/profile#crushes).")).toEqual([
    { words: "See " },
    { words: "Browse", to: "/browse" },
    { words: ", or " },
    { words: "your wallet", to: "/profile#crushes" },
    { words: "." },
  ]);
  expect(piecesOf("[Browse](/browse)")).toEqual([{ words: "Browse", to: "/browse" }]);
  expect(piecesOf("None [here] (at all).")).toEqual([{ words: "None [here] (at all)." }]);
  expect(plain("See [Browse](/browse).")).toBe("See Browse.");
});

test("links are found wherever they stand", () => {
  const blocks = [
    { kind: "section", title: "One", paragraphs: ["[a](/a)", "no link"] },
    { kind: "steps", title: "Two", steps: [{ title: "b", text: "[b](/b) and [c](/c)" }] },
    { kind: "tips", tips: ["[d](/d)"] },
  ] as const;
  expect(linksIn({ lead: "[lead](/lead)", blocks })).toEqual(["/lead", "/a", "/b", "/c", "/d"]);
});

test("reading takes a minute for 200 words, and never none", () => {
  const words = (count: number) => ({ lead: Array.from({ length: count }, () => "word").join(" "), blocks: [] });
  expect(readTimeOf(words(3))).toBe(1);
  expect(readTimeOf(words(200))).toBe(1);
  expect(readTimeOf(words(201))).toBe(2);
});

import { expect, test } from "vitest";
import { piecesOf } from "#web/features/messages/links.ts";

const links = (text: string) => piecesOf(text).flatMap(({ href }) => href ?? []);
const whole = (text: string) =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join("");

test.each([
  ["see https://example.com/a?b=1#c", "https://example.com/a?b=1#c"],
  ["(http://example.com/a_(b)).", "http://example.com/a_(b)"],
  ["HTTPS://Example.com!", "https://example.com/"],
  ["a https://example.com, b", "https://example.com/"],
  ["“https://example.com”", "https://example.com/"],
])("%s has a link", (text, href) => {
  expect(links(text)).toEqual([href]);
  expect(whole(text)).toBe(text);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,hi",
  "ftp://example.com",
  "https://bank.example@evil.example",
  "xhttps://example.com",
  "https://",
  "<b>bold</b>",
  "https://example.com/\u202Emoc.knab",
  "https://\u2066example.com",
  "https://example.com\u200F/a",
])("%s stays text", (text) => {
  expect(links(text)).toEqual([]);
  expect(whole(text)).toBe(text);
});

test.each([
  ["https://аpple.com/a", "https://xn--pple-43d.com/a"],
  ["https://müller.example?q=ü", "https://xn--mller-kva.example?q=ü"],
  ["https://Example.com:8080/ü", "https://Example.com:8080/ü"],
])("%s is shown as %s", (text, shown) => {
  expect(whole(text)).toBe(shown);
  expect(links(text)).toEqual([new URL(text).href]);
});

test("a text is the same piece by piece, its breaks too", () => {
  const text = "one\nhttps://a.example\n\nhttps://b.example/x. two";
  expect(links(text)).toEqual(["https://a.example/", "https://b.example/x"]);
  expect(whole(text)).toBe(text);
});

import { expect, test } from "vitest";
import { parseLinks } from "#web/domains/chat/bubbles/link-parser.ts";

const links = (text: string) => parseLinks(text).flatMap(({ href }) => href ?? []);
const joinSegments = (text: string) =>
  parseLinks(text)
    .map((piece) => piece.text)
    .join("");

test.each([
  ["see https://example.com/a?b=1#c", "https://example.com/a?b=1#c"],
  ["(http://example.com/a_(b)).", "http://example.com/a_(b)"],
  ["HTTPS://Example.com!", "https://example.com/"],
  ["a https://example.com, b", "https://example.com/"],
  ["“https://example.com”", "https://example.com/"],
  ["www.example.com", "https://www.example.com/"],
  ["Look (www.Example.co.uk/a_(b)?c=d#e).", "https://www.example.co.uk/a_(b)?c=d#e"],
  ["[www.example.com], then", "https://www.example.com/"],
  ["on:www.example.com...", "https://www.example.com/"],
  ["www.example.com:8443/x😀", "https://www.example.com:8443/x"],
  ["https://example.com💪🏽", "https://example.com/"],
  ["https://example.com🇺🇸", "https://example.com/"],
  ["https://example.com🏽", "https://example.com/"],
  ["https://example.com1️⃣", "https://example.com/"],
  ["https://example.com/1#2️⃣", "https://example.com/1#"],
  ["www.example.com1\u20e3", "https://www.example.com/"],
  ["（www.example.com）。", "https://www.example.com/"],
  ["write to me@example.com.", "mailto:me@example.com"],
  ["<Me.Too+gym@mail.example.co.uk>", "mailto:Me.Too%2Bgym@mail.example.co.uk"],
  ["'me@example.com'!", "mailto:me@example.com"],
  ["o'brien@example.com", "mailto:o'brien@example.com"],
  ["mailto:me@example.com?bcc=all@evil.example", "mailto:me@example.com"],
  ["50%me@example.com", "mailto:50%25me@example.com"],
])("finds the link in %s", (text, href) => {
  expect(links(text)).toEqual([href]);
  expect(joinSegments(text)).toBe(text);
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
  "https:///example.com",
  "https:/\\/example.com",
  "javascript://www.example.com/%0aalert(1)",
  "ftp://www.example.com",
  "xwww.example.com",
  "www.",
  "www.example",
  "www..com",
  "www.1.2",
  "www.bank.example@evil.example",
  "www.bank.example:x@evil.example",
  "www.example.com\u202E/moc",
  "@example.com",
  "me@example",
  "me@1.2.3.4",
  "me@-.-",
  "me@bank.example@evil.example",
  "ftp://me@example.com",
  "josé@example.com",
  "me@example.c\u202Emo",
])("leaves %s as text", (text) => {
  expect(links(text)).toEqual([]);
  expect(joinSegments(text)).toBe(text);
});

test.each([
  ["https://аpple.com/a", "https://xn--pple-43d.com/a"],
  ["https://müller.example?q=ü", "https://xn--mller-kva.example?q=ü"],
  ["https://Example.com:8080/ü", "https://Example.com:8080/ü"],
  ["https://www.ex\u00adample.com/", "https://www.example.com/"],
])("shows %s as %s", (text, shown) => {
  expect(joinSegments(text)).toBe(shown);
  expect(links(text)).toEqual([new URL(text).href]);
});

test.each([
  ["www.аpple.com/a", "www.xn--pple-43d.com/a", "https://www.xn--pple-43d.com/a"],
  ["WWW.Example.com", "WWW.Example.com", "https://www.example.com/"],
  ["me@müller.example", "me@xn--mller-kva.example", "mailto:me@xn--mller-kva.example"],
  ["me@bank.рф", "me@bank.xn--p1ai", "mailto:me@bank.xn--p1ai"],
])("shows the scheme-less %s as %s", (text, shown, href) => {
  expect(joinSegments(text)).toBe(shown);
  expect(links(text)).toEqual([href]);
});

test("finds all kinds of links and handles long texts", () => {
  const text = "www.a.example, me@b.example and https://c.example/d@e";
  expect(links(text)).toEqual(["https://www.a.example/", "mailto:me@b.example", "https://c.example/d@e"]);
  expect(joinSegments(text)).toBe(text);
  for (const part of ["a.", "a", "-", "'a", "www.", "a@", "@a.", "https://"]) {
    const long = part.repeat(2000 / part.length);
    expect(joinSegments(long)).toBe(long);
  }
});

test.each([")", ".", ".)", "’"])("parses a link followed by 50,000 times %s in linear time", (end) => {
  const text = `www.a.example${end.repeat(50_000)}`;
  expect(links(text)).toEqual(["https://www.a.example/"]);
  expect(joinSegments(text)).toBe(text);
});

test("preserves the text including its line breaks", () => {
  const text = "one\nhttps://a.example\n\nhttps://b.example/x. two";
  expect(links(text)).toEqual(["https://a.example/", "https://b.example/x"]);
  expect(joinSegments(text)).toBe(text);
});

import { expect, test } from "vitest";
import { listAssetPaths, resolveRequest, stripPreloadHints } from "#web/worker/routing.ts";

const ORIGIN = "https://spotter.example";
const built = { version: "1", pages: ["/", "/safety"], shell: "/browse", files: ["/assets/index-1.js", "/symbol.svg"] };

const navigation = (path: string) =>
  resolveRequest({ method: "GET", mode: "navigate", url: ORIGIN + path }, ORIGIN, built);
const part = (url: string, method = "GET") => resolveRequest({ method, mode: "cors", url }, ORIGIN, built);

test("a prerendered page is itself, whatever is asked of it", () => {
  expect(navigation("/?signup=true")).toEqual({ page: "/" });
  expect(navigation("/safety")).toEqual({ page: "/safety" });
  expect(navigation("/Safety/?from=mail")).toEqual({ page: "/safety" });
});

test("every other screen starts from the shell", () => {
  for (const path of ["/messages", "/messages/abc", "/reset-password/Zm9v", "/nothing", "/photosynthesis"])
    expect(navigation(path)).toEqual({ page: "/browse" });
});

test("what is no screen is asked for", () => {
  for (const path of [
    "/api/docs",
    "/api",
    "/healthz",
    "/metrics",
    "/photos/abc/full.webp",
    "/share.png",
    "/sitemap.xml",
    "/_design",
  ])
    expect(navigation(path)).toBe("network");
});

test("files of this version are at hand, others are asked for", () => {
  expect(part(`${ORIGIN}/assets/index-1.js`)).toEqual({ file: "/assets/index-1.js" });
  expect(part(`${ORIGIN}/symbol.svg?1`)).toEqual({ file: "/symbol.svg" });
  expect(part(`${ORIGIN}/assets/index-0.js`)).toBe("network");
});

test("the API, other origins and whatever changes something are left alone", () => {
  expect(part(`${ORIGIN}/api/messages/conversations`)).toBe("network");
  expect(part(`${ORIGIN}/socket.io/?transport=polling`)).toBe("network");
  expect(part("https://elsewhere.example/symbol.svg")).toBe("network");
  expect(part(`${ORIGIN}/symbol.svg`, "POST")).toBe("network");
});

test("pictures have a way of their own", () => {
  expect(part(`${ORIGIN}/photos/0123/thumb.webp?viewer=1`)).toBe("picture");
});

test("a page's parts are found in scripts, styles and fonts", () => {
  const html = `<script type="module" src="/assets/index-a_1.js"></script><link href="/assets/x-2.css"><a href="/safety">`;
  expect(listAssetPaths(html)).toEqual(["/assets/index-a_1.js", "/assets/x-2.css"]);
});

test("a page is kept without its hints", () => {
  const script = `<script type="module" src="/assets/index-a.js"></script>`;
  const style = `<link rel="stylesheet" crossorigin href="/assets/x-2.css">`;
  const hint = `<link rel="modulepreload" crossorigin href="/assets/react-b.js">`;
  expect(stripPreloadHints(`${script}\n${hint}\n${hint}${style}`)).toBe(`${script}\n\n${style}`);
});

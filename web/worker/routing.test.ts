import { expect, test } from "vitest";
import { SERVER_PATHS } from "#contract/server-paths.ts";
import { DIRECT_ROUTES, listAssetPaths, resolveRequest } from "#web/worker/routing.ts";

const ORIGIN = "https://spotter.example";
const built = {
  version: "1",
  pages: ["/", "/safety"],
  screens: [
    ["/messages", "/messages"],
    ["/messages/:userId", "/messages/0"],
    ["/settings", "/settings"],
  ],
  shell: "/reset-password",
  files: ["/assets/index-1.js", "/symbol.svg"],
  filesCachedOnUse: ["/art/tour/chat-dark.webp"],
} as const;

const navigation = (path: string) =>
  resolveRequest({ method: "GET", mode: "navigate", url: ORIGIN + path }, ORIGIN, built);
const asset = (url: string, method = "GET") => resolveRequest({ method, mode: "cors", url }, ORIGIN, built);

test("serves prerendered pages regardless of query, case and trailing slash", () => {
  expect(navigation("/?signup=true")).toEqual({ page: "/" });
  expect(navigation("/safety")).toEqual({ page: "/safety" });
  expect(navigation("/Safety/?from=mail")).toEqual({ page: "/safety" });
});

test("serves a screen's own shell", () => {
  expect(navigation("/Messages/?from=push")).toEqual({ page: "/messages" });
  expect(navigation("/messages/abc")).toEqual({ page: "/messages/0" });
});

test("serves the empty shell for all other screens", () => {
  for (const path of ["/messages/abc/more", "/settings/nothing", "/reset-password/Zm9v", "/nothing", "/photosynthesis"])
    expect(navigation(path)).toEqual({ page: "/reset-password" });
});

test("forwards paths of the server, and files, to the network", () => {
  for (const segment of SERVER_PATHS)
    for (const path of [`/${segment}`, `/${segment}/`, `/${segment}/AAAA?from=mail`, `/${segment}/cases/abc`])
      expect(navigation(path), path).toBe("network");
  for (const path of ["/share.png", "/sitemap.xml"]) expect(navigation(path)).toBe("network");
  expect(navigation("/apish")).not.toBe("network");
});

test("serves files of this version, and forwards others to the network", () => {
  expect(asset(`${ORIGIN}/assets/index-1.js`)).toEqual({ file: "/assets/index-1.js" });
  expect(asset(`${ORIGIN}/symbol.svg?1`)).toEqual({ file: "/symbol.svg" });
  expect(asset(`${ORIGIN}/art/tour/chat-dark.webp`)).toEqual({ file: "/art/tour/chat-dark.webp" });
  expect(asset(`${ORIGIN}/assets/index-0.js`)).toBe("network");
});

test("forwards the API, other origins and methods other than GET to the network", () => {
  expect(asset(`${ORIGIN}/api/messages/conversations`)).toBe("network");
  expect(asset(`${ORIGIN}/socket.io/?transport=polling`)).toBe("network");
  expect(asset("https://elsewhere.example/symbol.svg")).toBe("network");
  expect(asset(`${ORIGIN}/symbol.svg`, "POST")).toBe("network");
});

test("has the browser ask the network for paths of the server, except for photos, which it has offline", () => {
  const isDirect = (path: string) =>
    DIRECT_ROUTES.some(({ condition }) => new URLPattern(condition.urlPattern, ORIGIN).test(path, ORIGIN));
  const direct = SERVER_PATHS.filter((segment) => isDirect(`/${segment}/cases/abc?limit=1`));
  expect(direct).toEqual(SERVER_PATHS.filter((segment) => segment !== "photos"));
  expect(["/", "/messages/abc", "/apish/a", "/assets/index-1.js"].filter(isDirect)).toEqual([]);
});

test("routes photos as images", () => {
  expect(asset(`${ORIGIN}/photos/0123/thumb?viewer=1`)).toBe("image");
});

test("lists the assets that a page refers to", () => {
  const html = `<script type="module" src="/assets/index-a_1.js"></script><link href="/assets/x-2.css"><a href="/safety">`;
  expect(listAssetPaths(html)).toEqual(["/assets/index-a_1.js", "/assets/x-2.css"]);
});

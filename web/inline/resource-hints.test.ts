import { afterEach, expect, test, vi } from "vitest";
import { addResourceHints } from "#web/inline/resource-hints.ts";
import { stubPage } from "#web/testing/fake-page.ts";

const DATA = { scripts: "/a.js /b.js", styles: "/a.css /b.css" };
const SCRIPTS = ["/a.js", "/b.js"].map((href) => ({ localName: "link", rel: "modulepreload", crossOrigin: "", href }));
const STYLES = ["/a.css", "/b.css"].map((href) => ({ localName: "link", rel: "stylesheet", disabled: true, href }));

afterEach(() => vi.unstubAllGlobals());

test("preloads the scripts of a page, then marks its styles as loaded", () => {
  const { added } = stubPage({ data: DATA });
  addResourceHints();
  expect(added).toEqual([...SCRIPTS, ...STYLES]);
});

test.each([
  ["a service worker controls the page", { ...DATA }, { serviceWorker: { controller: {} } }],
  ["the app starts late", { ...DATA, entry: "/app.js" }, { serviceWorker: { controller: null } }],
])("preloads no scripts if %s", (_why, data, navigator) => {
  const { added } = stubPage({ data });
  vi.stubGlobal("navigator", navigator);
  addResourceHints();
  expect(added).toEqual(STYLES);
});

test("adds nothing to a page without lists", () => {
  const { added } = stubPage({ data: { scripts: "" } });
  addResourceHints();
  expect(added).toEqual([]);
});

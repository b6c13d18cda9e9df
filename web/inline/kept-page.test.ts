import { afterEach, expect, test, vi } from "vitest";
import { loadKeptPage } from "#web/inline/kept-page.ts";
import { markLeaving } from "#web/lib/leaving.ts";
import { stubPage } from "#web/testing/fake-page.ts";

const SOURCES = ["/assets/react.js", "/assets/index.js"];

afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.leave = undefined;
});

test.each([
  ["kept for Back", true, SOURCES],
  ["that is new", false, []],
])("loads the scripts of a page again: %s", (_what, persisted, sources) => {
  const { added, events } = stubPage();
  Object.assign(document, { querySelectorAll: () => SOURCES.map((src) => ({ src })) });
  loadKeptPage();
  markLeaving();
  events.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  expect(added).toEqual(sources.map((src) => ({ localName: "script", type: "module", src })));
  expect(globalThis.leave === undefined).toBe(persisted);
});

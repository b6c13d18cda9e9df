import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { runBuild } from "#scripts/build-in-child.ts";
import { testApp } from "#server/testing/test-app.ts";

// The pages are built before the app looks for them.
beforeAll(() => runBuild(() => undefined), 120_000);

describe("in development", () => {
  const app = testApp();

  test("the component gallery is served, and linked from nowhere", async () => {
    const page = await fetch(`${app.address}/_design`);
    expect(page.status).toBe(200);
    expect(page.headers.get("x-robots-tag")).toBe("noindex");
    const html = await page.text();
    const [script = ""] = /\/_design\/[\w.-]+\.js/.exec(html) ?? [];
    expect((await fetch(app.address + script)).headers.get("content-type")).toMatch("javascript");
    for (const path of ["/sitemap.xml", "/robots.txt", "/", "/sw.js"]) {
      const files = (await (await fetch(app.address + path)).text()).replace(/[`"'|]_design\b/, "");
      expect(files, path).not.toContain("_design");
    }
  });
});

describe("in production", () => {
  const app = testApp({ production: true });

  test("the gallery and its assets are 404", async () => {
    expect((await fetch(`${app.address}/_design`)).status).toBe(404);
    for (const part of readdirSync(new URL("../../../dist/design/_design", import.meta.url))) {
      expect((await fetch(`${app.address}/_design/${part}`)).status).toBe(404);
    }
  });
});

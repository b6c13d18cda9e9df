import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runBuild } from "#scripts/build-in-child.ts";
import { createConsoleApp } from "#server/app.ts";
import { testApp } from "#server/testing/test-app.ts";

// The pages are built before the apps look for them.
beforeAll(() => runBuild(() => undefined), 240_000);

const ASSETS = new URL("../dist/console/moderation/assets/", import.meta.url);
const asset = () => `/moderation/assets/${readdirSync(ASSETS).find((name) => name.endsWith(".js"))}`;

describe("on the members' port", () => {
  const app = testApp();

  test.each(["/moderation", "/moderation/invitation", "/moderation/cases/0b5c9a3e-6f2d-4c1a-8e7b-1d2f3a4b5c6d"])(
    "%s is the console, with a policy that allows no inline script and no inline style",
    async (path) => {
      const page = await fetch(app.address + path);
      expect(page.status).toBe(200);
      const policy = page.headers.get("content-security-policy");
      expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|sha256/);
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
      expect(page.headers.get("x-robots-tag")).toBe("noindex");
      const html = await page.text();
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|analytics/);
    },
  );

  test("its worker is of its own scope, loads nothing, and is asked for again", async () => {
    const worker = await fetch(`${app.address}/moderation/sw.js`);
    expect(worker.headers.get("content-type")).toContain("text/javascript");
    expect(worker.headers.get("content-security-policy")).toBe("default-src 'none'");
    expect(worker.headers.get("cache-control")).toBe("no-cache");
    const script = await worker.text();
    expect(script).toContain("notificationclick");
    expect(script).not.toMatch(/caches|"fetch"|`fetch`/);
    const page = await fetch(`${app.address}/moderation/alerts`);
    expect(page.headers.get("content-security-policy")).toContain(";worker-src 'self';manifest-src 'self';");
    const [, manifest] = /rel="manifest" href="([^"]+)"/.exec(await page.text()) ?? [];
    expect(await (await fetch(app.address + manifest)).json()).toMatchObject({
      scope: "/moderation/",
      display: "standalone",
    });
  });

  test("no page of the members refers to it, and its files are cached for a year", async () => {
    for (const path of ["/", "/sw.js", "/sitemap.xml", "/robots.txt"])
      expect(await (await fetch(app.address + path)).text(), path).not.toMatch(/\/moderation["'/\s]/);
    const script = await fetch(app.address + asset());
    expect(script.headers.get("cache-control")).toContain("immutable");
    // An unread answer would keep its connection open.
    await script.arrayBuffer();
  });
});

describe("with a port of its own", () => {
  const app = testApp({ adminPort: 0 });
  let own: Awaited<ReturnType<typeof createConsoleApp>> | undefined;
  beforeAll(async () => {
    own = await createConsoleApp(app.ctx);
  });
  afterAll(() => own?.close());

  test("the members' port has nothing of it", async () => {
    for (const path of [
      "/moderation",
      "/moderation/sw.js",
      asset(),
      "/api/moderation/session",
      "/api/moderation/cases",
    ])
      expect((await fetch(app.address + path)).status, path).toBe(404);
    const login = await fetch(`${app.address}/api/moderation/login/options`, { method: "POST" });
    expect(login.status).toBe(404);
  });

  test("that port has nothing else", async () => {
    const get = async (url: string) => (await own?.inject({ url }))?.statusCode;
    expect(await get("/moderation")).toBe(200);
    expect(await get(asset())).toBe(200);
    expect(await get("/moderation/sw.js")).toBe(200);
    expect(await get("/api/moderation/session")).toBe(401);
    for (const path of ["/", "/browse", "/api/profile", "/api/docs", "/metrics", "/photos/a/full", "/sitemap.xml"])
      expect(await get(path), path).toBe(404);
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { runBuild } from "#scripts/build-in-child.ts";
import { readBuilt } from "#server/http/static-pages.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";

// The pages are built before the app looks for them.
beforeAll(() => runBuild(() => undefined), 120_000);
const app = testApp();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.address + path, { headers, redirect: "manual" });

/** A request as no browser would send it: with another Host. */
const askAs = (host: string, path: string) =>
  new Promise<string>((resolve, reject) => {
    const asked = request(app.address + path, { headers: { host } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve(text));
    });
    asked.on("error", reject).end();
  });

describe("a public page", () => {
  test("names itself by the site's own address, whatever Host it was asked for under", async () => {
    const { origin, pages } = readBuilt();
    expect(Object.keys(pages)).toContain("/terms");
    for (const path of Object.keys(pages)) {
      const html = await askAs("evil.example", path);
      expect(html).toContain(`<link rel="canonical" href="${SITE}${path}"/>`);
      expect(html).toContain(`<meta property="og:url" content="${SITE}${path}"/>`);
      expect(html).toContain(`<meta property="og:image" content="${SITE}/share.png"/>`);
      expect(html).not.toContain(origin);
      expect(html).not.toContain("evil.example");
    }
  });

  test("is asked for again and answered 304 until it changes", async () => {
    const first = await get("/terms");
    expect(first.status).toBe(200);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    expect((await get("/terms", { "if-none-match": `"other", ${etag}` })).status).toBe(304);
    expect((await get("/terms", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test.each([
    ["/terms/", "/terms"],
    ["/Terms", "/terms"],
    ["/TERMS/?a=1", "/terms?a=1"],
    // There is a folder of that name, too: its articles are in it.
    ["/help/", "/help"],
  ])("has one address: %s leads to %s", async (path, to) => {
    const { status, headers } = await get(path);
    expect([status, headers.get("location")]).toEqual([301, to]);
  });

  test.each(["//evil.example/", "/\\evil.example/", "/%2f%2fevil.example/"])(
    "%s leads nowhere, least of all elsewhere",
    async (path) => {
      const { status, headers } = await get(path);
      expect([400, 404]).toContain(status);
      expect(headers.get("location")).toBeNull();
    },
  );
});

describe("other addresses", () => {
  test.each([
    "/browse",
    "/settings",
    "/settings/privacy",
    "/messages/0d2b6f4e-7f0a-4c51-9c59-2a4a4dd0a001",
    "/reset-password/abc_-123",
    "/Browse/",
  ])("%s is the app's: an empty page to start from, in no index", async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("x-robots-tag")).toBe("noindex");
    expect(await reply.text()).toContain('<div id="root"></div>');
  });

  test.each([
    "/nothing",
    "/profile/a/b",
    "/constructor",
    "/browse.html/x",
    "/assets/",
    "//terms",
    "/..%2fterms",
    "/50%",
    "/%00",
    "/%E0%A4%A",
  ])("%s is answered 404, with our page", async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await reply.text()).toContain("Nothing on this rack.");
  });

  test("an article that was never written is answered 404, with the app, which says so", async () => {
    for (const path of ["/help/no-such-article", "/help/%2f"]) {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(await reply.text()).toContain('<div id="root"></div>');
    }
    expect((await get("/help/how-crushes-work")).status).toBe(200);
  });

  test.each([
    "/assets/gone.js",
    "/terms.html",
    "/index.html",
    "/built.json",
    "/sw.js.br",
    "/sw.js.gz",
    "/wp-login.php",
  ])("%s is no file of ours", async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(await reply.text()).toBe("Not found");
  });

  test("an unknown call stays JSON", async () => {
    for (const path of ["/api/nothing", "/api/50%"])
      expect((await app.fetch(path)).body).toMatchObject({ success: false, code: "not_found" });
  });
});

describe("search engines", () => {
  test("are told of every public page, by its address", async () => {
    const reply = await get("/sitemap.xml");
    expect(reply.headers.get("content-type")).toContain("application/xml");
    const addresses = [...(await reply.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
    expect(addresses).toEqual(Object.keys(readBuilt().pages).map((path) => SITE + path));
  });

  test("are told where that list is, and what is not theirs", async () => {
    const text = await (await get("/robots.txt")).text();
    expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    expect(text).toContain("Disallow: /api/");
  });
});

test("the picture that goes with an address is there", async () => {
  const reply = await get("/share.png");
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/png"]);
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(existsSync(join(import.meta.dirname, "../../dist/web/share.png"))).toBe(true);
});

describe("a file that the build has compressed", () => {
  /** What goes over the wire: `fetch` would unpack it. */
  const ask = (path: string, accepts: string) =>
    new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const asked = request(app.address + path, { headers: { "accept-encoding": accepts } }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => resolve({ headers: response.headers, bytes: Buffer.concat(parts) }));
      });
      asked.on("error", reject).end();
    });
  const built = (file: string) => readFileSync(join(import.meta.dirname, "../../dist/web", file));

  test("is sent as it lies there, in the form that the browser takes", async () => {
    for (const [accepts, encoding, ending] of [
      ["gzip, deflate, br, zstd", "br", ".br"],
      ["gzip", "gzip", ".gz"],
      ["identity", undefined, ""],
    ] as const) {
      const { headers, bytes } = await ask("/sw.js", accepts);
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers["content-type"]).toContain("javascript");
      expect(headers["cache-control"]).toBe("no-cache");
      expect(headers.vary).toContain("accept-encoding");
      expect(bytes.equals(built(`sw.js${ending}`))).toBe(true);
    }
  });

  test("holds the same in each form, and is never larger for it", () => {
    const files = readdirSync(join(import.meta.dirname, "../../dist/web"), { recursive: true, encoding: "utf8" });
    const compressed = files.filter((file) => file.endsWith(".br")).map((file) => file.slice(0, -3));
    expect(compressed).toContain("sw.js");
    for (const file of compressed) {
      const plain = built(file);
      expect(brotliDecompressSync(built(`${file}.br`)).equals(plain)).toBe(true);
      expect(gunzipSync(built(`${file}.gz`)).equals(plain)).toBe(true);
      expect(built(`${file}.br`).length).toBeLessThan(plain.length);
    }
  });
});

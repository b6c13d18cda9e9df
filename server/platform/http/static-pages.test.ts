import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SERVER_PATHS } from "#contract/server-paths.ts";
import { runBuild } from "#scripts/build-in-child.ts";
import { readBuiltSite } from "#server/platform/http/static-pages.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";
import { site } from "#site";

const routes = new Set<string>();
const collectRoutes = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url }) => {
    if ([method].flat().includes("GET")) routes.add(url);
  });
subscribe("fastify.initialization", collectRoutes);
afterAll(() => unsubscribe("fastify.initialization", collectRoutes));

// Before the app reads the manifest of the build.
beforeAll(() => runBuild(() => undefined), 120_000);
const app = testApp();
/** One of several processes, whose versions may differ. */
const oneOfSeveral = testApp({ databaseUrl: "postgres://localhost/spotter" });

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.address + path, { headers, redirect: "manual" });

/** `fetch` cannot set the Host header. */
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
  test("has canonical URLs of the site, whatever the Host header", async () => {
    const { origin, pages } = readBuiltSite();
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

  test("is revalidated with an ETag", async () => {
    const first = await get("/terms");
    expect(first.status).toBe(200);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    const unchanged = await get("/terms", { "if-none-match": `"other", ${etag}` });
    expect(unchanged.status).toBe(304);
    const policy = "content-security-policy";
    expect(unchanged.headers.get(policy)).toBe(first.headers.get(policy));
    expect((await get("/terms", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test.each([
    ["/terms/", "/terms"],
    ["/Terms", "/terms"],
    ["/TERMS/?a=1", "/terms?a=1"],
    // There is a folder of that name, too.
    ["/help/", "/help"],
  ])("has one canonical path: %s redirects to %s", async (path, to) => {
    const { status, headers } = await get(path);
    expect([status, headers.get("location")]).toEqual([301, to]);
  });

  test.each(["//evil.example/", "/\\evil.example/", "/%2f%2fevil.example/"])("%s is no open redirect", async (path) => {
    const { status, headers } = await get(path);
    expect([400, 404]).toContain(status);
    expect(headers.get("location")).toBeNull();
  });
});

describe("other paths", () => {
  test.each([
    ["/browse", '<h1 class="', "/api/profile/all?limit=24 "],
    ["/Browse/", "Loading profiles", "/api/profile/all?limit=24 "],
    ["/settings", "Settings</h1>", 'data-calls="/api/profile"'],
    ["/settings/privacy", "Privacy · Settings · Spotter", "/api/settings/privacy"],
    ["/messages/0d2b6f4e-7f0a-4c51-9c59-2a4a4dd0a001", "<main ", "/api/messages/:id "],
    ["/profile/0d2b6f4e-7f0a-4c51-9c59-2a4a4dd0a001", "Loading profile", "/api/users/:id "],
    ["/reset-password/abc_-123", '<div id="root"></div>', "<title>Spotter"],
  ])("%s serves the shell of its screen with noindex", async (path, frame, calls) => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("x-robots-tag")).toBe("noindex");
    const html = await reply.text();
    expect(html).toContain(frame);
    expect(html).toContain(calls);
  });

  test.each([
    "/nothing",
    "/profile/a/b",
    "/constructor",
    "/browse.html/x",
    "/assets/",
    "//terms",
    "/..%2fterms",
    "/assets//evil.example",
    "/assets/..%2f",
    "/50%",
    "/%00",
    "/%E0%A4%A",
  ])("%s serves the 404 page", async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(reply.headers.get("content-security-policy")).toContain("script-src 'self' 'sha256-");
    expect(await reply.text()).toContain("Nothing on this rack.");
  });

  test("an unknown article serves the app shell with status 404", async () => {
    const reply = await get("/help/no-such-article");
    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain('<div id="root"></div>');
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
  ])("%s is a plain 404", async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(await reply.text()).toBe("Not found");
  });
});

describe("search engines", () => {
  test("get a sitemap of all public pages", async () => {
    const reply = await get("/sitemap.xml");
    expect(reply.headers.get("content-type")).toContain("application/xml");
    const addresses = [...(await reply.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
    expect(addresses).toEqual(Object.keys(readBuiltSite().pages).map((path) => SITE + path));
  });

  test("get a robots.txt with the sitemap and the disallowed paths", async () => {
    const text = await (await get("/robots.txt")).text();
    expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    expect(text).toContain("Disallow: /api/");
  });
});

test("the social preview image is served", async () => {
  const reply = await get("/share.png");
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/png"]);
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(existsSync(join(import.meta.dirname, "../../../dist/web/share.png"))).toBe(true);
});

/** `fetch` would decompress the body. */
const ask = (path: string, accepts: string) =>
  new Promise<{ headers: IncomingHttpHeaders; headerBytes: number; bytes: Buffer }>((resolve, reject) => {
    const asked = request(app.address + path, { headers: { "accept-encoding": accepts } }, (response) => {
      const { headers, rawHeaders } = response;
      // `: ` is as long as a line break.
      const headerBytes = ["HTTP/1.1 200 OK", ...rawHeaders, "", ""].join("\r\n").length;
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve({ headers, headerBytes, bytes: Buffer.concat(parts) }));
    });
    asked.on("error", reject).end();
  });

describe("a precompressed file", () => {
  const built = (file: string) => readFileSync(join(import.meta.dirname, "../../../dist/web", file));

  test("is sent in the encoding that the browser accepts", async () => {
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

  test("has the same content in each encoding, and is smaller than the original", () => {
    const files = readdirSync(join(import.meta.dirname, "../../../dist/web"), { recursive: true, encoding: "utf8" });
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

describe("an asset", () => {
  const files = () => readdirSync(join(import.meta.dirname, "../../../dist/web/assets"));
  const pathOf = (pattern: RegExp) => `/assets/${files().find((file) => pattern.test(file))}`;

  test.each([
    [/^index-.*\.js\.br$/, "application/javascript; charset=utf-8"],
    [/^index-.*\.css\.br$/, "text/css; charset=utf-8"],
    [/\.woff2$/, "font/woff2"],
  ])("%s has few headers, and is cached for a year", async (pattern, type) => {
    const { headers, headerBytes, bytes } = await ask(pathOf(pattern).replace(".br", ""), "br");
    expect(headers).toEqual({
      date: expect.any(String),
      connection: "keep-alive",
      "keep-alive": expect.any(String),
      "content-type": type,
      "content-length": String(bytes.length),
      ...(type !== "font/woff2" && { "content-encoding": "br" }),
      vary: "accept-encoding",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox;frame-ancestors 'none'",
    });
    expect(headerBytes).toBeLessThan(400);
  });

  test("that a page starts as a worker has the policy of a document, and the reader of files a stricter one", async () => {
    const scripts = files().filter((file) => file.endsWith(".js"));
    const texts = scripts.map((file) =>
      readFileSync(join(import.meta.dirname, "../../../dist/web/assets", file), "utf8"),
    );
    const starts = texts.flatMap((text) => [...text.matchAll(/new (?:Shared)?Worker\(/g)]);
    const paths = texts.flatMap((text) =>
      [...text.matchAll(/new (?:Shared)?Worker\(new URL\(.(\/assets\/[\w.-]+)/g)].map(([, path = ""]) => path),
    );
    expect(paths).toHaveLength(starts.length);
    expect(paths).not.toEqual([]);
    const { headers } = await get("/");
    const usual = headers.get("content-security-policy");
    for (const path of [...paths, "/sw.js"]) {
      const policy = path.includes("workout-files-worker") ? "default-src 'none';frame-ancestors 'none'" : usual;
      expect((await get(path)).headers.get("content-security-policy")).toBe(policy);
    }
  });
});

describe("a file of another version", () => {
  const ask = (path: string) => fetch(oneOfSeveral.address + path, { redirect: "manual" });

  test("is looked for at the other processes by another connection, and no cache keeps that", async () => {
    const reply = await ask("/assets/index-12345678.js");
    expect(reply.status).toBe(307);
    expect(reply.headers.get("location")).toBe("/assets/index-12345678.js?try=1");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("connection")).toBe("close");
    const [known = ""] = readdirSync(join(import.meta.dirname, "../../../dist/web/assets"));
    const found = await ask(`/assets/${known}?try=1`);
    expect([found.status, found.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
  });

  test.each([["/assets/index-12345678.js?try=18"], ["/assets/index-12345678.js/x"]])(
    "%s is not found, and no cache keeps that",
    async (path) => {
      const reply = await ask(path);
      expect([reply.status, reply.headers.get("cache-control")]).toEqual([404, "no-store"]);
    },
  );

  test("is not found at once by a process that is alone", async () => {
    const reply = await get("/assets/index-12345678.js");
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });
});

test("security.txt has the contact for vulnerabilities, and has not expired", async () => {
  const { status, headers, body } = await app.fetch("/.well-known/security.txt");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const lines = String(body["text"]).trimEnd().split("\n");
  expect(lines).toContain(`Contact: mailto:${site.securityEmail || site.supportEmail}`);
  expect(lines).toContain(`Canonical: ${SITE}/.well-known/security.txt`);
  const [, expires = ""] = /^Expires: (.+)$/m.exec(lines.join("\n")) ?? [];
  const days = (Date.parse(expires) - Date.now()) / (24 * 3600 * 1000);
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

describe("another spelling of a path", () => {
  /** `fetch` sends paths in normal form only. */
  const send = (path: string, method = "GET") =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(app.address);
      const asked = request({ hostname, port, path, method }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      });
      asked.on("error", reject).end();
    });

  test.each(["/moderation", "/api/moderation/cases", "/metrics", "/healthz", "/terms"])(
    "of %s is unknown",
    async (path) => {
      expect((await send(path)).status).not.toBe(404);
      const [first = "", ...rest] = path.slice(1);
      const code = first.charCodeAt(0).toString(16);
      const others = [
        `/%${code}${rest.join("")}`,
        `/%${code.toUpperCase()}${rest.join("")}`,
        `/${first.toUpperCase()}${rest.join("")}`,
        `/${path}`,
        `/.${path}`,
        `/x/..${path}`,
        `/%2e${path}`,
        `/x/%2E%2E${path}`,
        `/%2f${path.slice(1)}`,
        `/\\${path.slice(1)}`,
        `/%5C${path.slice(1)}`,
        `${path}#`,
        `${path}/.`,
      ];
      for (const other of others) {
        // A page has one canonical address, and upper case leads there.
        const expected = path === "/terms" && other === "/Terms" ? 301 : 404;
        expect((await send(other)).status, other).toBe(expected);
      }
      expect((await send(`${path}?a=%6d//./..`)).status).toBe((await send(path)).status);
    },
  );

  test("is not an escape that a client has to send", async () => {
    const { status, text } = await send("/api/auth/verify-reset-token/a%20b%C3%A9%c3%a9%3A%40%2B%25");
    expect([status, JSON.parse(text).code]).toEqual([400, "token_invalid"]);
    expect((await send("/profile/%C3%A9%20x")).status).toBe(200);
  });
});

test("SERVER_PATHS has each path that is neither a page nor a file, so the service worker leaves it to the network", () => {
  const pages = Object.keys(readBuiltSite().pages);
  const served = [...routes].filter((path) => !pages.includes(path) && !/\.\w+$|^\/\*$|^\/assets\//.test(path));
  const segments = new Set(served.map((path) => path.split("/")[1]));
  expect([...segments, "socket.io"].toSorted()).toEqual([...SERVER_PATHS].toSorted());
});

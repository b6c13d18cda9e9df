import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { isSameOrigin, setSecurityHeaders } from "#server/platform/http/security-headers.ts";

interface Sent {
  readonly path?: string;
  readonly type?: string;
  readonly status?: number;
  readonly method?: "GET" | "HEAD";
  readonly tag?: string;
  readonly publicUrl?: string;
}

const OTHER = new Set(["content-type", "content-length", "date", "connection"]);

async function headersOf({ path = "/", type, status = 200, method = "GET", tag = "", publicUrl }: Sent) {
  const app = Fastify();
  setSecurityHeaders(app, { ...readConfig({}), publicUrl }, ["sha256-abc"], tag);
  app.get("/*", async (_request, reply) => (type ? reply.type(type) : reply).status(status).send());
  const { headers } = await app.inject({ method, url: path });
  await app.close();
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OTHER.has(name)));
}

const POLICY =
  "default-src 'self';script-src 'self' 'sha256-abc';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;" +
  "font-src 'self';connect-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'";
const NOSNIFF = { "x-content-type-options": "nosniff" };
const SANDBOX = { "content-security-policy": "sandbox;frame-ancestors 'none'" };
const SAME_ORIGIN = { "cross-origin-resource-policy": "same-origin" };
const DOCUMENT = {
  ...NOSNIFF,
  ...SAME_ORIGIN,
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "permissions-policy": "camera=(), microphone=()",
  "referrer-policy": "same-origin",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
};

describe("the security headers of", () => {
  test.each<Sent>([
    { type: "text/html; charset=utf-8" },
    { type: "text/html", status: 404 },
    { type: "text/html", status: 500, method: "HEAD" },
    { type: "application/xhtml+xml" },
    { type: "image/svg+xml" },
    { type: "application/xml" },
    { path: "/api/docs", type: "text/html" },
    { path: "/assets/gone", type: "text/html", status: 404 },
    // The 304 of a page has a type, so that the browser's copy gets the current policy.
    { type: "text/html", status: 304 },
    { path: "/sw.js", type: "application/javascript" },
    { path: "/sw.js?2", status: 304 },
    { path: "/assets/proof-worker-a1B_2-c3.js", type: "application/javascript" },
  ])("a document or worker: %j", async (sent) => {
    expect(await headersOf(sent)).toEqual(DOCUMENT);
  });

  test("the worker that reads workout files, which connects to nothing", async () => {
    const path = "/assets/workout-files-worker-a1B_2-c3.js";
    expect(await headersOf({ path, type: "application/javascript", tag: "G-AB12CD34EF" })).toEqual({
      ...DOCUMENT,
      "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    });
  });

  test.each<Sent>([
    { path: "/api/profile", type: "application/json" },
    { path: "/api/profile", type: "application/json", status: 401 },
    { path: "/photos/0/full.webp", type: "image/webp" },
    { path: "/photos/0/full.webp", type: "image/webp", method: "HEAD" },
    { path: "/share.png", type: "image/png" },
    { path: "/Terms", status: 301 },
    { path: "/gone.php", type: "text/plain", status: 404 },
    { path: "/other.js", type: "application/javascript" },
  ])("data: %j", async (sent) => {
    expect(await headersOf(sent)).toEqual({ ...NOSNIFF, ...SANDBOX, ...SAME_ORIGIN });
  });

  test.each<Sent>([
    { path: "/assets/index-a1B_2-c3.js", type: "application/javascript" },
    { path: "/assets/index-a1B_2-c3.css", type: "text/css", method: "HEAD" },
    { path: "/assets/gone.js", type: "text/plain", status: 404 },
  ])("an asset: %j", async (sent) => {
    expect(await headersOf(sent)).toEqual({ ...NOSNIFF, ...SANDBOX });
  });

  test("a 304 without a type, which may be of a document: no policy", async () => {
    expect(await headersOf({ path: "/symbol.svg", status: 304 })).toEqual({ ...NOSNIFF, ...SAME_ORIGIN });
  });

  test.each(["text/html", "application/json"])("%s: HSTS if the site uses HTTPS", async (type) => {
    const hsts = "strict-transport-security";
    const yearWithSubdomains = "max-age=31536000; includeSubDomains";
    expect((await headersOf({ type, publicUrl: "https://spotter.example" }))[hsts]).toBe(yearWithSubdomains);
    expect(await headersOf({ type, publicUrl: "http://spotter.example" })).not.toHaveProperty(hsts);
  });
});

test.each(["/get-verified", "/get-verified/", "/Get-Verified?from=email"])(
  "the camera is allowed at %s",
  async (path) => {
    const { "permissions-policy": policy } = await headersOf({ path, type: "text/html" });
    expect(policy).toBe("camera=(self), microphone=()");
  },
);

test.each(["/get-verified.js", "/get-verified/x", "/settings/account"])(
  "the camera is not allowed at %s",
  async (path) => {
    const { "permissions-policy": policy } = await headersOf({ path, type: "text/html" });
    expect(policy).toBe("camera=(), microphone=()");
  },
);

test("a tag allows its script and its hosts", async () => {
  const { "content-security-policy": policy } = await headersOf({ type: "text/html", tag: "G-AB12CD34EF" });
  const directives = String(policy).split(";");
  expect(directives).toContain("script-src 'self' 'sha256-abc' https://www.googletagmanager.com");
  for (const name of ["connect-src", "img-src"])
    expect(directives.find((one) => one.startsWith(name))).toContain("https://*.google-analytics.com");
});

const LOCAL = { publicUrl: undefined, production: false };
const PUBLIC = { publicUrl: "https://spotter.example", production: true };

// @spec 7.socket-same-origin
test.each([
  [LOCAL, undefined, "localhost:3000", true],
  [LOCAL, "http://localhost:3000", "localhost:3000", true],
  [LOCAL, "http://localhost:3001", "localhost:3000", false],
  [LOCAL, "null", "localhost:3000", false],
  [LOCAL, "nonsense", "nonsense", false],
  [PUBLIC, undefined, "10.0.0.1:3000", true],
  [PUBLIC, "https://spotter.example", "10.0.0.1:3000", true],
  [PUBLIC, "http://spotter.example", "10.0.0.1:3000", false],
  [PUBLIC, "https://evil.example", "10.0.0.1:3000", false],
  // DNS rebinding: a foreign name that resolves to this server.
  [PUBLIC, "https://evil.example", "evil.example", false],
])("%j, origin %s, host %s: %s", (config, origin, host, own) => {
  expect(isSameOrigin(config, origin, host)).toBe(own);
});

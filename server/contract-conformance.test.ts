import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { logout } from "#contract/accounts/accounts.ts";
import { bodyLimitOf } from "#server/platform/http/register-endpoint.ts";
import { endpoints, nameOf } from "#server/testing/endpoints.ts";
import { createMember, newToken } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const JUNK: readonly [name: string, body: string, type: string][] = [
  ["broken JSON", '{"a":', "application/json"],
  ["a list", "[1,2,3]", "application/json"],
  ["a number", "17", "application/json"],
  ["null", "null", "application/json"],
  [
    "wrong types",
    '{"email":{},"password":[],"recipientId":5,"content":true,"age":{},"location":9,"latitude":"x"}',
    "application/json",
  ],
  ["a NUL", '{"bio":"a\\u0000b","content":"\\u0000","email":"\\u0000@a.b"}', "application/json"],
  ["a half surrogate", '{"bio":"\\ud800","content":"\\ud800","location":"\\udfff"}', "application/json"],
  [
    "half a pair inside of a list",
    '{"prompts":[{"question":"My rest day looks like...","answer":"x\\ud800y"}]}',
    "application/json",
  ],
  ["a deep nest", `${"[".repeat(4000)}"\\u0000"${"]".repeat(4000)}`, "application/json"],
  [
    "a birthday long ago",
    '{"email":"a@b.co","password":"longenough","confirmPassword":"longenough","username":"methuselah","dateOfBirth":"1900-01-01"}',
    "application/json",
  ],
  ["prototypes", '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}', "application/json"],
  [
    "200,000 characters",
    JSON.stringify({ bio: "x".repeat(200_000), content: "x".repeat(200_000) }),
    "application/json",
  ],
  ["a form", "a=1&b=2", "application/x-www-form-urlencoded"],
  ["XML", "<a/>", "text/xml"],
];

describe("any request", () => {
  test.each(JUNK)("%s never gets a 500 or HTML", async (_name, body, type) => {
    const { token } = await createMember(app);
    for (const endpoint of endpoints) {
      if (nameOf(endpoint) === nameOf(logout)) continue;
      const path = endpoint.path.replace(/:\w+/g, randomUUID());
      const bodiless = endpoint.method === "GET";
      const response = await fetch(app.address + path, {
        method: endpoint.method,
        headers: { authorization: `Bearer ${token}`, ...(!bodiless && { "content-type": type }) },
        body: bodiless ? null : body,
      });
      expect(response.status, `${endpoint.method} ${path}`).toBeLessThan(500);
      expect(response.headers.get("content-type")).toMatch(/^application\/json/);
      expect(await response.json()).toHaveProperty("success");
    }
  });

  test("with broken JSON gets a 400", async () => {
    const headers = { "content-type": "application/json" };
    expect(await app.fetch("/api/auth/login", { method: "POST", headers, body: "{" })).toMatchObject({
      status: 400,
      body: { success: false, code: "malformed" },
    });
  });

  /** Beside a thousand characters of any script, a proof of work. */
  const PUBLIC_MAX: Readonly<Record<string, number>> = { "POST /api/notices": 12 * 1024 };

  test("is read up to the endpoint's body limit, and gets a 413 beyond it", async () => {
    const member = await createMember(app);
    for (const endpoint of endpoints.filter(({ method }) => method !== "GET")) {
      const path = endpoint.path.replace(/:\w+/g, randomUUID());
      const limit = bodyLimitOf(endpoint);
      expect(limit, nameOf(endpoint)).toBeLessThanOrEqual(
        endpoint.access === "anyone" ? (PUBLIC_MAX[nameOf(endpoint)] ?? 8192) : 32 * 1024,
      );
      for (const [bytes, isRefused] of [
        [limit, false],
        [limit + 1, true],
      ] as const) {
        // Some of them end the login.
        const token = await newToken(app, member);
        const answer = await app.fetch(path, {
          method: endpoint.method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: `{${" ".repeat(bytes - 2)}}`,
        });
        expect(answer.status === 413, `${nameOf(endpoint)} with ${bytes} bytes: ${answer.status}`).toBe(isRefused);
        if (isRefused) expect(answer.body).toMatchObject({ success: false, code: "too_large" });
      }
    }
  });

  test.each([
    ["gzip", gzipSync],
    ["gzip, identity", gzipSync],
    ["something", (text: string) => Buffer.from(text)],
  ])("a body that is %s is refused as it came", async (encoding, compress) => {
    const { token } = await createMember(app);
    for (const endpoint of endpoints.filter(({ method }) => method !== "GET")) {
      const answer = await app.fetch(endpoint.path.replace(/:\w+/g, randomUUID()), {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "content-encoding": encoding,
        },
        body: new Uint8Array(compress(JSON.stringify({ email: "x".repeat(100_000) }))),
      });
      expect(answer, nameOf(endpoint)).toMatchObject({
        status: 415,
        body: { success: false, code: "unsupported_type" },
      });
    }
  });

  test.each(["/api", "/api/", "/api/nothing", "/api/users", "/api/users/a/b", "/api/%E0%A4%A"])(
    "%s is not found",
    async (path) => {
      const answer = await app.fetch(path);
      expect([400, 404]).toContain(answer.status);
      expect(answer.body).toMatchObject({ success: false });
    },
  );

  test("with an address that only looks like an id gets a 404", async () => {
    const { token, id } = await createMember(app);
    const headers = { authorization: `Bearer ${token}` };
    const dashes = "-".repeat(36);
    for (const conversation of [`${dashes}_${id}`, `${id}_${id}`, `f${id.slice(1)}_0${id.slice(1)}`]) {
      const answer = await app.fetch(`/api/messages/read/${conversation}`, { method: "PUT", headers });
      expect([403, 404]).toContain(answer.status);
    }
    expect((await app.fetch(`/api/profile/all?cursor=${dashes}.0`, { headers })).status).toBe(400);
  });

  test("by POST, PUT or DELETE may have an empty body, also with a JSON content type", async () => {
    const { token } = await createMember(app);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    expect((await app.fetch("/api/profile", { method: "PUT", headers })).status).toBe(200);
    expect((await app.fetch("/api/auth/login", { method: "POST", headers })).body.message).toBe("Email is required");
    expect((await app.fetch("/api/auth/logout", { method: "POST", headers })).status).toBe(200);
  });
});

describe("the API page", () => {
  test("is generated from the contract: every endpoint, its input and output, and whether it needs a token", async () => {
    const { body } = await app.fetch("/api/docs/json");
    const { openapi, paths } = body as unknown as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(openapi).toMatch(/^3\.1/);
    for (const { path, method, summary, access, status = 200 } of endpoints) {
      const described = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
      expect(described, `${method} ${path}`).toMatchObject({
        summary,
        security: access === "member" ? [{ token: [] }] : [],
        responses: { [status]: expect.anything(), "4XX": expect.anything() },
      });
    }
    const served = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
    );
    // A link that a browser follows to a file is no call.
    expect(served.sort()).toEqual([...endpoints.map(nameOf), "GET /api/account/export/:token"].sort());
  });

  test("is an HTML page", async () => {
    const page = await fetch(`${app.address}/api/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'self'; style-src/);
    expect(page.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(await page.text()).toContain("<title>Spotter API</title>");
  });
});

describe("in production", () => {
  const production = testApp({ production: true });

  test.each(["/api/docs", "/api/docs/", "/api/docs/json", "/api/docs/yaml", "/api/docs/static/index.html"])(
    "%s is not there",
    async (path) => {
      expect(await production.fetch(path)).toMatchObject({ status: 404, body: { success: false, code: "not_found" } });
      expect((await app.fetch(path)).status).not.toBe(404);
    },
  );
});

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as accounts from "#contract/accounts.ts";
import * as crushes from "#contract/crushes.ts";
import * as discovery from "#contract/discovery.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import * as filters from "#contract/filters.ts";
import * as messages from "#contract/messages.ts";
import * as notifications from "#contract/notifications.ts";
import * as payments from "#contract/payments.ts";
import * as profiles from "#contract/profiles.ts";
import * as support from "#contract/support.ts";
import * as wallet from "#contract/wallet.ts";
import { makeMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "path" in value && "method" in value;
const endpoints = [
  accounts,
  crushes,
  discovery,
  filters,
  messages,
  notifications,
  payments,
  profiles,
  support,
  wallet,
].flatMap((part) => Object.values(part).filter(isEndpoint));

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
  ["a deep nest", `${"[".repeat(50_000)}"\\u0000"${"]".repeat(50_000)}`, "application/json"],
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

describe("whatever is sent", () => {
  test.each(JUNK)("%s is never a 500 and never HTML", async (_name, body, type) => {
    const { token } = await makeMember(app);
    for (const endpoint of endpoints) {
      if (endpoint.path === accounts.logout.path) continue;
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

  test("broken JSON is 400, and a body too large 413", async () => {
    const post = (body: string) =>
      app.fetch("/api/auth/login", { method: "POST", headers: { "content-type": "application/json" }, body });
    expect(await post("{")).toMatchObject({ status: 400, body: { success: false, code: "malformed" } });
    expect(await post(JSON.stringify({ email: "x".repeat(300_000) }))).toMatchObject({
      status: 413,
      body: { code: "too_large" },
    });
    expect(await post(JSON.stringify({ email: "x".repeat(100_000), password: "x" }))).toMatchObject({ status: 400 });
  });

  test.each(["/api", "/api/", "/api/nothing", "/api/users", "/api/users/a/b", "/api/%E0%A4%A"])(
    "%s is not found",
    async (path) => {
      const answer = await app.fetch(path);
      expect([400, 404]).toContain(answer.status);
      expect(answer.body).toMatchObject({ success: false });
    },
  );

  test("addresses that only look like ids name nothing", async () => {
    const { token, id } = await makeMember(app);
    const headers = { authorization: `Bearer ${token}` };
    const dashes = "-".repeat(36);
    for (const conversation of [`${dashes}_${id}`, `${id}_${id}`, `f${id.slice(1)}_0${id.slice(1)}`]) {
      const answer = await app.fetch(`/api/messages/read/${conversation}`, { method: "PUT", headers });
      expect([403, 404]).toContain(answer.status);
    }
    expect((await app.fetch(`/api/profile/all?cursor=${dashes}.0`, { headers })).status).toBe(400);
  });

  test("every member call refuses a stranger before it looks at anything else", async () => {
    for (const endpoint of endpoints.filter((one) => one.access === "member")) {
      const path = endpoint.path.replace(/:\w+/g, "nonsense");
      const answer = await app.fetch(path, { method: endpoint.method });
      expect(answer, `${endpoint.method} ${path}`).toMatchObject({
        status: 401,
        body: { success: false, code: "unauthorized" },
      });
    }
  });

  test("POST, PUT and DELETE take an empty body, also with a JSON content type", async () => {
    const { token } = await makeMember(app);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    expect((await app.fetch("/api/profile", { method: "PUT", headers })).status).toBe(200);
    expect((await app.fetch("/api/auth/login", { method: "POST", headers })).body.message).toBe("Email is required");
    expect((await app.fetch("/api/auth/logout", { method: "POST", headers })).status).toBe(200);
  });
});

describe("the page that describes the calls", () => {
  test("comes from the contract: every call, what it takes and answers, and whether it needs a token", async () => {
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
  });

  test("is a page", async () => {
    const page = await fetch(`${app.address}/api/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    expect(await page.text()).toContain("<title>Spotter: the calls</title>");
  });
});

describe("the server", () => {
  test("says that it is alive and ready", async () => {
    expect((await app.fetch("/healthz")).status).toBe(200);
    expect((await app.fetch("/readyz")).status).toBe(200);
  });

  test("sends the headers that keep a page to itself", async () => {
    const { headers } = await app.fetch("/healthz");
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self'/);
    expect(headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("a missing file is a 404, never a page", async () => {
    expect(await app.fetch("/assets/gone.js")).toMatchObject({ status: 404, body: { text: "Not found" } });
  });
});

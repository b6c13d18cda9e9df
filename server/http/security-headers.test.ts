import Fastify from "fastify";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { isSameOrigin, setSecurityHeaders } from "#server/http/security-headers.ts";

/** The content security policy with a tag, by directive. */
async function policyWith(tag: string): Promise<Record<string, string[]>> {
  const app = Fastify();
  setSecurityHeaders(app, readConfig({}), ["sha256-abc"], tag);
  app.get("/", async () => "");
  const { headers } = await app.inject("/");
  await app.close();
  const directives = String(headers["content-security-policy"]).split(";");
  return Object.fromEntries(directives.map((one) => one.split(" ")).map(([name = "", ...sources]) => [name, sources]));
}

test("without a tag, allows only our own scripts and connections", async () => {
  expect(await policyWith("")).toMatchObject({ "script-src": ["'self'", "'sha256-abc'"], "connect-src": ["'self'"] });
});

test("with a tag, allows its script and its hosts", async () => {
  const policy = await policyWith("G-AB12CD34EF");
  expect(policy["script-src"]).toEqual(["'self'", "'sha256-abc'", "https://www.googletagmanager.com"]);
  for (const name of ["connect-src", "img-src"]) expect(policy[name]).toContain("https://*.google-analytics.com");
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

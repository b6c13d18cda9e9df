import Fastify from "fastify";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { setSecurityHeaders } from "#server/http/security-headers.ts";

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

import Fastify from "fastify";
import { expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import { warnOfUntrustedProxy } from "#server/http/untrusted-proxy.ts";

/** What is logged for two requests that a proxy has passed on, with this TRUST_PROXY. */
async function warnings(trustProxy: string | false): Promise<string[]> {
  const lines: string[] = [];
  const ctx = { config: { trustProxy }, log: { warn: (line: string) => lines.push(line) } } as unknown as Context;
  const app = Fastify();
  warnOfUntrustedProxy(app, ctx);
  for (let i = 0; i < 2; i++) await app.inject({ url: "/", headers: { "x-forwarded-for": "203.0.113.7" } });
  return lines;
}

test("a proxy whose header is ignored causes one warning, a trusted one none", async () => {
  expect(await warnings(false)).toHaveLength(1);
  expect(await warnings("loopback")).toEqual([]);
});

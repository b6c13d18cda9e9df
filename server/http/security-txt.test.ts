import { expect, test } from "vitest";
import { SITE, testApp } from "#server/testing/test-app.ts";
import { site } from "#site";

const app = testApp();

test("security.txt says where to report a vulnerability, and has not expired", async () => {
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

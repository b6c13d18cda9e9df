import { describe, expect, test } from "vitest";
import { login } from "#contract/accounts.ts";
import { addressKey } from "#server/plugins/limits.ts";
import { testApp } from "#server/testing/test-app.ts";

describe("who counts as one", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
  ])("%s is %s", (ip, key) => expect(addressKey(ip)).toBe(key));
});

describe("with limits on", () => {
  const app = testApp({ rateLimits: true });

  test("logging in over and over is held back, with a time to come back", async () => {
    const answers = [];
    for (let i = 0; i < 31; i++) {
      answers.push(await app.call(login, { body: { email: `nobody${i}@example.com`, password: "wrong password" } }));
    }
    expect(answers.at(29)?.status).toBe(401);
    const last = answers.at(30);
    expect(last).toMatchObject({ status: 429, body: { success: false, code: "too_often" } });
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await app.fetch("/healthz")).status).toBe(200);
    // However the address is spelled.
    const spelled = await app.fetch("/api/auth/%6Cogin", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "nobody@example.com", password: "wrong password" }),
    });
    expect(spelled.status).toBe(429);
  });

  test("so is asking with tokens that are none", async () => {
    const ask = () => app.fetch("/api/profile", { headers: { authorization: "Bearer nobodys_token" } });
    const answers = await Promise.all(Array.from({ length: 620 }, ask));
    const held = answers.filter(({ status }) => status === 429).length;
    expect(held).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(620 - held);
  });
});

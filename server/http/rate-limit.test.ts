import { describe, expect, test } from "vitest";
import { forgotPassword, login } from "#contract/accounts.ts";
import { confirmCheckout } from "#contract/payments.ts";
import { getProfile } from "#contract/profiles.ts";
import { addressKey, siteKey } from "#server/http/rate-limit.ts";
import { newId, newPhotoKey } from "#server/lib/ids.ts";
import { makeMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

describe("the network of an address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7", undefined],
    ["::ffff:203.0.113.7", "203.0.113.7", undefined],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"],
    ["2001:db8:1:2::1", "2001:db8:1:2", "2001:db8:1"],
    ["2001:db8::1", "2001:db8:0:0", "2001:db8:0"],
    ["::1", "0:0:0:0", "0:0:0"],
  ])("%s is %s, of site %s", (ip, network, site) => {
    expect(addressKey(ip)).toBe(network);
    expect(siteKey(ip)).toBe(site);
  });
});

describe("with rate limits on", () => {
  const app = testApp({ rateLimits: true });
  const ask = (i: number) => app.call(forgotPassword, { body: { email: `nobody${i}@example.com` } });

  test("a network's sixty-first call of one costly route is refused, with a time to come back", async () => {
    const answers = [];
    for (let i = 0; i < 61; i++) answers.push(await ask(i));
    expect(answers.at(59)?.status).not.toBe(429);
    const last = answers.at(60);
    expect(last).toMatchObject({ status: 429, body: { success: false, code: "rate_limited" } });
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    // However the route is spelled.
    const spelled = await app.fetch("/api/auth/%66orgot-password", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "nobody@example.com" }),
    });
    expect(spelled.status).toBe(429);
    // What one phone does to one route closes no other one to its network.
    const wrong = { email: "maya@example.com", password: "wrong password" };
    expect((await app.call(login, { body: wrong })).status).toBe(401);
    expect((await app.fetch("/healthz")).status).toBe(200);
  });

  test("one member's calls do not use up those of another in the same network", async () => {
    const [busy, calm] = [await makeMember(app), await makeMember(app)];
    const statuses = [];
    const ask = ({ token }: typeof busy) => app.call(confirmCheckout, { body: { sessionId: "none" } }, token);
    for (let i = 0; i < 21; i++) statuses.push((await ask(busy)).status);
    expect(statuses.at(19)).toBe(404);
    expect(statuses.at(20)).toBe(429);
    expect((await ask(calm)).status).toBe(404);
    const reads = await Promise.all(Array.from({ length: 620 }, () => app.call(getProfile, {}, busy.token)));
    expect(reads.some(({ status }) => status === 429)).toBe(true);
    expect((await app.call(getProfile, {}, calm.token)).status).toBe(200);
  });

  test("a viewer's addresses of photos are counted, without a login", async () => {
    const address = app.ctx.photoUrls.of(newPhotoKey(), "thumb", newId());
    const answers = await Promise.all(Array.from({ length: 1_210 }, () => app.fetch(address)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test("a network's webhooks are counted", async () => {
    const post = () => app.fetch("/api/webhooks/stripe", { method: "POST", body: "{}" });
    const answers = await Promise.all(Array.from({ length: 610 }, post));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(600);
  });
});

describe("strangers", () => {
  const app = testApp({ rateLimits: true });

  test("requests with tokens that are none are counted by network", async () => {
    const ask = () => app.fetch("/api/profile", { headers: { authorization: "Bearer nobodys_token" } });
    const answers = await Promise.all(Array.from({ length: 620 }, ask));
    const held = answers.filter(({ status }) => status === 429).length;
    expect(held).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(620 - held);
  });
});

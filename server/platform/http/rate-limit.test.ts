import { describe, expect, onTestFinished, test, vi } from "vitest";
import { forgotPassword, login } from "#contract/accounts/accounts.ts";
import { confirmCheckout } from "#contract/billing/payments.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { newId, newImageKey } from "#server/platform/lib/ids.ts";
import { createMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

describe("with rate limits on", () => {
  const app = testApp({ rateLimits: true });
  const ask = (i: number) => app.call(forgotPassword, { body: { email: `nobody${i}@example.com` } });

  test("rejects a network's 61st request to a costly route with Retry-After", async () => {
    const answers = [];
    for (let i = 0; i < 61; i++) answers.push(await ask(i));
    expect(answers.at(59)?.status).not.toBe(429);
    const last = answers.at(60);
    expect(last).toMatchObject({ status: 429, body: { success: false, code: "rate_limited" } });
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    // Percent-encoding the path does not help: there is no such route.
    const spelled = await app.fetch("/api/auth/%66orgot-password", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "nobody@example.com" }),
    });
    expect(spelled.status).toBe(404);
    // Other routes stay open to the network.
    const wrong = { email: "maya@example.com", password: "wrong password" };
    expect((await app.call(login, { body: wrong })).status).toBe(401);
    expect((await app.fetch("/healthz")).status).toBe(200);
  });

  test("counts members of the same network separately", async () => {
    const [busy, calm] = [await createMember(app), await createMember(app)];
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

  test("stops refusing a member after a minute, also when the clock was set back", async () => {
    const { token } = await createMember(app);
    const ask = () => app.call(confirmCheckout, { body: { sessionId: "none" } }, token);
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    for (let i = 0; i < 20; i++) await ask();
    vi.setSystemTime(Date.now() - 3_600_000);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    vi.advanceTimersByTime(61_000);
    expect((await ask()).status).toBe(404);
  });

  test("counts photo requests by the viewer in the signed URL", async () => {
    const address = app.ctx.photoUrls.of(newImageKey(), newId()).thumb;
    const answers = await Promise.all(Array.from({ length: 1_210 }, () => app.fetch(address)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test("counts webhooks by network", async () => {
    const post = () => app.fetch("/api/webhooks/stripe", { method: "POST", body: "{}" });
    const answers = await Promise.all(Array.from({ length: 610 }, post));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(600);
  });
});

describe("strangers", () => {
  const app = testApp({ rateLimits: true });

  test("requests with invalid tokens are counted by network", async () => {
    const ask = () => app.fetch("/api/profile", { headers: { authorization: "Bearer nobodys_token" } });
    const answers = await Promise.all(Array.from({ length: 620 }, ask));
    const held = answers.filter(({ status }) => status === 429).length;
    expect(held).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(620 - held);
  });
});

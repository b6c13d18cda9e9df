import { describe, expect, test } from "vitest";
import { sendContactMessage } from "#contract/support.ts";
import { type ContactBody, contactMessage } from "#server/testing/contact-message.ts";
import { createMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const send = (body: ContactBody, token?: string) => app.call(sendContactMessage, { body }, token);

describe("a message to support", () => {
  test("is limited to five a day per address in any spelling, with Retry-After", async () => {
    const { email } = contactMessage();
    const bodies = Array.from({ length: 8 }, (_, i) => contactMessage({ email: i % 2 ? email : email.toUpperCase() }));
    const answers = await Promise.all(bodies.map((body) => send(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const late = await send(contactMessage({ email }));
    expect(late).toMatchObject({ status: 429, body: { code: "contact_rate_limit" } });
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(23 * 3600);
    expect(Number(late.headers.get("retry-after"))).toBeLessThanOrEqual(24 * 3600);
    await app.database.pool.query("update rate_limits set ends_at = now()");
    expect((await send(contactMessage({ email }))).status).toBe(200);
  });
});

test("strangers who enter a member's address do not use up the member's limit", async () => {
  const member = await createMember(app);
  const { email } = contactMessage();
  const fromStrangers = await Promise.all(Array.from({ length: 6 }, () => send(contactMessage({ email }))));
  expect(fromStrangers.filter(({ status }) => status === 200)).toHaveLength(5);
  for (let i = 0; i < 5; i++) expect((await send(contactMessage({ email }), member.token)).status).toBe(200);
  expect((await send(contactMessage(), member.token)).body).toMatchObject({ code: "contact_rate_limit" });
});

describe("a visitor", () => {
  const behindProxy = testApp({ trustProxy: "loopback" });
  const sendFrom = (network: string, body: ContactBody) =>
    behindProxy.fetch(sendContactMessage.path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": network },
      body: JSON.stringify(body),
    });

  test("has a limit of five from their network, whatever strangers send with their address", async () => {
    const { email } = contactMessage();
    const strangers = Array.from({ length: 6 }, () => sendFrom("203.0.113.66", contactMessage({ email })));
    expect((await Promise.all(strangers)).filter(({ status }) => status === 200)).toHaveLength(5);
    for (let i = 0; i < 5; i++) expect((await sendFrom("198.51.100.7", contactMessage({ email }))).status).toBe(200);
    expect((await sendFrom("198.51.100.7", contactMessage({ email }))).body).toMatchObject({
      code: "contact_rate_limit",
    });
  });
});

describe("with limits on", () => {
  const limited = testApp({ rateLimits: true });

  test("a network is limited to twenty messages a day", async () => {
    const answers = [];
    for (let i = 0; i < 21; i++) answers.push(await limited.call(sendContactMessage, { body: contactMessage() }));
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers[20]).toMatchObject({ status: 429, body: { code: "contact_rate_limit" } });
    const { rows } = await limited.database.pool.query("select count(*)::int as many from contact_messages");
    expect(rows).toEqual([{ many: 20 }]);
  });
});

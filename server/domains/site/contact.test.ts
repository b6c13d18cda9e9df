import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { CONTACT_SUBJECTS } from "#contract/site/contact-subjects.ts";
import { sendContactMessage } from "#contract/site/site.ts";
import { findContactMessage, findContactMessages } from "#server/domains/site/contact.queries.ts";
import { resolveContactMessage } from "#server/domains/site/contact.service.ts";
import type { EmailMessage } from "#server/platform/adapters/mailer.ts";
import { type ContactBody, contactMessage } from "#server/testing/contact-message.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { createMember, PASSWORD } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";
import { site } from "#site";

const post = createFakeMailer();
const app = testApp({}, { mailer: post, work: true });

const send = (body: ContactBody, token?: string) => app.call(sendContactMessage, { body }, token);
const stored = async (email: string) =>
  (await app.database.pool.query("select * from contact_messages where email = $1", [email])).rows;
const jobsFor = async (email: string) => {
  const [{ id }] = await stored(email);
  return (await app.database.pool.query("select 1 from jobs.job where data ->> 'messageId' = $1", [id])).rows;
};
const mailOf = async (address: string): Promise<EmailMessage> => {
  const find = () => post.mails.find(({ replyTo }) => replyTo?.address === address);
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return find() as EmailMessage;
};

describe("a message to support", () => {
  // @spec 3.contact-form 7.post-api-contact
  test("is stored and emailed to the operator with the sender as Reply-To; the sender gets no email", async () => {
    const body = contactMessage({
      name: "  Maya O'Neil ",
      message: "  First line\r\nsecond line, \u001b[31m<b>red</b>  ",
    });
    expect(await send(body)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringContaining("24-48 hours") },
    });
    const mail = await mailOf(body.email);
    expect(mail).toMatchObject({
      to: site.supportEmail,
      replyTo: { name: "Maya O'Neil", address: body.email },
      subject: "Technical Support: Maya O'Neil",
    });
    expect(mail.text).toContain("First line\nsecond line, [31m<b>red</b>");
    expect(mail.text).toContain("Member: not logged in");
    expect(mail.html).not.toContain("<b>red");
    await expect.poll(async () => (await stored(body.email))[0].mailed_at).not.toBeNull();
    expect(post.mails.filter(({ to }) => to === body.email)).toEqual([]);
  });

  // @spec 6.contact-call-sends
  test("stores the member by the session token only", async () => {
    const member = await createMember(app);
    const [body, other] = [contactMessage(), contactMessage({ member_id: member.id, memberId: member.id })];
    await send(body, member.token);
    await send(other, "a_token_that_has_ended");
    expect((await mailOf(body.email)).text).toContain(`Member: ${member.username} (${member.id})`);
    expect(await stored(body.email)).toMatchObject([{ member_id: member.id }]);
    expect(await stored(other.email)).toMatchObject([{ member_id: null }]);
  });

  // @spec 9.contact-10-1000
  test("may be about seven subjects", () => {
    expect(CONTACT_SUBJECTS).toEqual([
      "General Inquiry",
      "Technical Support",
      "Account Issue",
      "Safety Concern",
      "Feature Request",
      "Bug Report",
      "Other",
    ]);
  });

  test.each([
    ["name", "", "Name is required"],
    ["name", "   ", "Name is required"],
    ["name", "Maya\r\nBcc: all@example.com", "Name is invalid"],
    ["name", "Maya \u202eayaM", "Name is invalid"],
    ["name", "\u200b\u2060", "Name is required"],
    ["message", "\u200b".repeat(12), "Message is required"],
    ["message", "\u2063\u0007 \u0001".repeat(4), "Message is required"],
    ["name", "x".repeat(101), "Name can have 100 characters"],
    ["email", "", "Email is required"],
    ["email", "maya@", "Email is invalid"],
    ["email", "maya@example.com\r\nBcc: all@example.com", "Email is invalid"],
    ["email", "maya@example.com,all@example.com", "Email is invalid"],
    ["email", "<maya@example.com>", "Email is invalid"],
    ["email", "maya;all@example.com", "Email is invalid"],
    ["subject", "", "Please select a subject"],
    ["subject", "Anything", "Please select a subject"],
    ["message", "", "Message is required"],
    ["message", "   123456789   ", "Message must be at least 10 characters"],
    ["message", "x".repeat(1001), "Message can have 1000 characters"],
  ])("with %s %j is refused", async (field, value, words) => {
    expect(await send(contactMessage({ [field]: value }))).toMatchObject({
      status: 400,
      body: { success: false, message: words, errors: { [field]: words } },
    });
  });

  // @spec 5.contact-form
  test("reports the first invalid field in the order of the form", async () => {
    const { body } = await app.fetch("/api/contact", { method: "POST" });
    expect(body).toMatchObject({ message: "Name is required", errors: { subject: "Please select a subject" } });
    expect(Object.keys(body.errors ?? {})).toEqual(["name", "email", "subject", "message"]);
  });

  // @spec 9.contact-10-1000
  test("of 10 and of 1000 characters is accepted", async () => {
    for (const length of [10, 1000])
      expect((await send(contactMessage({ message: "x".repeat(length) }))).status).toBe(200);
  });

  test("sent repeatedly with the same client id, also concurrently, is stored once", async () => {
    const body = contactMessage({ clientId: randomUUID() });
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(body)));
    answers.push(await send(body));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.message)).size).toBe(1);
    expect(await stored(body.email)).toHaveLength(1);
    await mailOf(body.email);
    expect(await jobsFor(body.email)).toHaveLength(1);
  });

  test("that fills in the honeypot gets the same response, is stored, and is not emailed", async () => {
    const [trapped, good] = [contactMessage({ homepage: "https://cheap.example" }), contactMessage({ homepage: "" })];
    const answers = [await send(trapped), await send(good)];
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    await mailOf(good.email);
    expect(await stored(trapped.email)).toMatchObject([{ is_honeypot_hit: true, mailed_at: null }]);
    expect(await jobsFor(trapped.email)).toEqual([]);
  });

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

describe("for the operator", () => {
  test("messages are listed latest first, read and resolved", async () => {
    const bodies = [contactMessage(), contactMessage(), contactMessage()];
    for (const body of bodies) await send(body);
    const { db } = app.ctx;
    const [last, before] = await findContactMessages(db, 2);
    expect([last?.email, before?.email]).toEqual([bodies[2]?.email, bodies[1]?.email]);
    const [first] = await findContactMessages(db, 1, before?.created_at);
    expect(first?.email).toBe(bodies[0]?.email);
    const id = first?.id ?? "";
    const resolve = () => app.ctx.transact((tx) => resolveContactMessage(tx, id, "ada"));
    await resolve();
    const resolved = await findContactMessage(db, id);
    await resolve();
    expect(resolved?.resolved_at).toBeInstanceOf(Date);
    expect(await findContactMessage(db, id)).toMatchObject({ id, resolved_at: resolved?.resolved_at });
    await expect(app.ctx.transact((tx) => resolveContactMessage(tx, randomUUID(), "ada"))).rejects.toThrow(
      "Not found.",
    );
  });

  test("deletes the messages of one member only", async () => {
    const member = await createMember(app);
    const [mine, strangers] = [contactMessage(), contactMessage()];
    await send(mine, member.token);
    await send(strangers);
    expect(await stored(mine.email)).toHaveLength(1);
    await app.call(deleteAccount, { body: { password: PASSWORD } }, member.token);
    expect(await stored(mine.email)).toEqual([]);
    expect(await stored(strangers.email)).toHaveLength(1);
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

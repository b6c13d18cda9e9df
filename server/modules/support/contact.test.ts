import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { CONTACT_SUBJECTS } from "#contract/catalog.ts";
import { sendContactMessage } from "#contract/support.ts";
import type { EmailMessage } from "#server/adapters/mailer.ts";
import { findContactMessage, findContactMessages } from "#server/modules/support/contact.queries.ts";
import { deleteContactMessagesOfMember, resolveContactMessage } from "#server/modules/support/contact.service.ts";
import { type ContactBody, contactMessage } from "#server/testing/contact-message.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { createMember } from "#server/testing/members.ts";
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

  test.each(CONTACT_SUBJECTS)("may be about %s", async (subject) => {
    expect((await send(contactMessage({ subject }))).status).toBe(200);
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
    const resolve = () => app.ctx.transact((tx) => resolveContactMessage(tx, id));
    await resolve();
    const resolved = await findContactMessage(db, id);
    await resolve();
    expect(resolved?.resolved_at).toBeInstanceOf(Date);
    // The job that mails it may run meanwhile.
    expect(await findContactMessage(db, id)).toMatchObject({ id, resolved_at: resolved?.resolved_at });
    await expect(app.ctx.transact((tx) => resolveContactMessage(tx, randomUUID()))).rejects.toThrow("Not found.");
  });

  test("deletes the messages of one member only", async () => {
    const member = await createMember(app);
    const [mine, strangers] = [contactMessage(), contactMessage()];
    await send(mine, member.token);
    await send(strangers);
    expect(await stored(mine.email)).toHaveLength(1);
    await app.ctx.transact((tx) => deleteContactMessagesOfMember(tx, member.id));
    expect(await stored(mine.email)).toEqual([]);
    expect(await stored(strangers.email)).toHaveLength(1);
  });
});

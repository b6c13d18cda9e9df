import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { deleteAccount, requestDataExport } from "#contract/member-data/member-data.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import {
  addNote,
  type CaseDetail,
  claimCase,
  closeCases,
  decideCase,
  getCase,
  listQueue,
  lookAtCase,
} from "#contract/moderation/cases.ts";
import { answerContact, closeContact } from "#contract/site/contact-cases.ts";
import { getContactAnswer, sendContactMessage, writeBack } from "#contract/site/site.ts";
import type { EmailMessage } from "#server/platform/adapters/mailer.ts";
import { type ContactBody, contactMessage } from "#server/testing/contact-message.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { makeNoisyJpeg, photoForm } from "#server/testing/images.ts";
import { createMember, PASSWORD } from "#server/testing/members.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";
import { site } from "#site";

const mailer = createFakeMailer();
const app = testApp({}, { mailer, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

let ada: TestStaff;
let bob: TestStaff;
let reader: TestStaff;
beforeAll(async () => {
  ada = await createStaff(app, "reports");
  bob = await createStaff(app, "all");
  reader = await createStaff(app, "read_only");
});

const WORDS = "Hello,\n\nyou can log in again.";

const send = async (change: object = {}, token?: string): Promise<ContactBody> => {
  const body = contactMessage(change);
  expect((await app.call(sendContactMessage, { body }, token)).status).toBe(200);
  return body;
};
const caseOf = async (email: string): Promise<string> =>
  (
    await query(
      `select case_id from case_items join contact_messages on source_id = contact_messages.id::text
       where kind = 'contact_message' and email = $1 order by created_at desc limit 1`,
      email,
    )
  )[0]?.case_id;
/** A message of somebody who is not logged in. */
const received = async (change: object = {}) => {
  const body = await send(change);
  return { ...body, id: await caseOf(body.email) };
};
const answer = (id: string, version: number, staff = ada, words = WORDS, answerId: string = randomUUID()) =>
  callStaff(app, answerContact, { params: { caseId: id }, body: { version, words, answerId } }, staff);
const close = (id: string, version: number, staff = ada) =>
  callStaff(app, closeContact, { params: { caseId: id }, body: { version } }, staff);
const mailsTo = (address: string): EmailMessage[] => mailer.mails.filter(({ to }) => to === address);
const mailTo = async (address: string): Promise<EmailMessage> => {
  await expect.poll(() => mailsTo(address)[0], { timeout: 10_000 }).toBeDefined();
  return mailsTo(address)[0] as EmailMessage;
};
const tokenIn = ({ text }: EmailMessage): string => /\/contact\/([\w-]{43})/.exec(text)?.[1] ?? "";
const write = (token: string, message = "Thank you, it works now.", clientId?: string) =>
  app.call(writeBack, { params: { token }, body: { message, ...(clientId && { clientId }) } });
const textsOf = ({ contact }: CaseDetail) => contact?.entries.map(({ text }) => text);
const stateOf = async (id: string) => (await query("select state from cases where id = $1", id))[0]?.state;

/** A message that was answered. */
const answered = async (change: object = {}) => {
  const message = await received(change);
  const { version } = await openCase(app, message.id, ada);
  expect((await answer(message.id, version)).status).toBe(200);
  return { ...message, token: tokenIn(await mailTo(message.email)) };
};

describe("a contact message", () => {
  test("opens a case that is due in 24 hours, and whose row shows no name and no address", async () => {
    const { id, email, name } = await received({ name: "Pat Doe" });
    const { body } = await callStaff(app, listQueue, { query: { kind: "contact" } }, ada);
    const row = body.cases.find(({ _id }) => _id === id);
    expect(row).toMatchObject({ kind: "contact", memberId: null, username: null, items: 1 });
    expect(Date.parse(row?.dueAt ?? "") - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(Date.parse(row?.dueAt ?? "") - Date.now()).toBeLessThan(24.1 * 3_600_000);
    for (const secret of [email, name]) expect(JSON.stringify(body)).not.toContain(secret);
  });

  test("of a bot opens none", async () => {
    const { email } = await send({ homepage: "https://cheap.example" });
    expect(await caseOf(email)).toBeUndefined();
  });

  test("of a member joins the open case of their earlier ones, also sent at once; a stranger's has its own", async () => {
    const member = await createMember(app);
    const bodies = await Promise.all([send({}, member.token), send({}, member.token), send({}, member.token)]);
    const ids = await Promise.all(bodies.map(({ email }) => caseOf(email)));
    expect(new Set(ids).size).toBe(1);
    const shown = await openCase(app, ids[0] ?? "", ada);
    expect(shown).toMatchObject({ memberId: member.id, username: member.username, items: 3, kind: "contact" });
    expect(shown.contact?.entries).toHaveLength(3);
    const stranger = await received({ email: bodies[0]?.email });
    expect(stranger.id).not.toBe(ids[0]);
  });

  test("shows its address to who has claimed it, and each look is recorded", async () => {
    const { id, email, message } = await received({ name: "Robin Roe" });
    const params = { caseId: id };
    expect((await callStaff(app, getCase, { params }, ada)).body.evidence).toBeNull();
    const why = { params, body: { reason: "To see how it is answered" } };
    const { body: looked } = await callStaff(app, lookAtCase, why, reader);
    expect(looked.evidence?.contact?.entries).toMatchObject([{ text: message, sender: null }]);
    expect(looked.evidence?.contact?.answerTo).toBeNull();
    for (const secret of [email, "Robin Roe"]) expect(JSON.stringify(looked)).not.toContain(secret);
    const shown = await openCase(app, id, ada);
    expect(shown.contact).toMatchObject({
      number: expect.stringMatching(/^C-[2-9A-Z]{8}$/),
      answerTo: { name: "Robin Roe", email },
      entries: [{ kind: "message", text: message, sender: { email }, isByLink: false, isOpen: true }],
    });
    expect(await query("select staff_id from audit_log where action = 'show case' and target = $1", id)).toEqual([
      { staff_id: reader.id },
      { staff_id: ada.id },
    ]);
  });

  test("gets no decision: not by acts, and not with other marked cases", async () => {
    const member = await createMember(app);
    const { email } = await send({}, member.token);
    const id = await caseOf(email);
    const { version } = await openCase(app, id, bob);
    const body = {
      version,
      acts: [{ act: "no_action" as const }],
      rule: "no_market" as const,
      facts: "",
      words: "",
      upheld: [],
    };
    const decided = await callStaff(app, decideCase, { params: { caseId: id }, body }, bob);
    expect(decided).toMatchObject({ status: 409, body: { code: "contact_case" } });
    const marked = await callStaff(app, closeCases, { body: { cases: [{ caseId: id, version }] } }, bob);
    expect(marked.body).toMatchObject({ closed: 0, left: 1 });
    expect(await stateOf(id)).toBe("open");
  });

  test("has notes about the case; about a member only if they were logged in", async () => {
    const { id } = await received();
    const note = (about: "case" | "member") =>
      callStaff(app, addNote, { params: { caseId: id }, body: { note: "Wrote before", about } }, ada);
    expect((await note("case")).status).toBe(200);
    expect(await note("member")).toMatchObject({ status: 400, body: { errors: { about: expect.any(String) } } });
  });

  test("shows no photo of its member", async () => {
    const member = await createMember(app);
    const { email } = await send({}, member.token);
    const form = photoForm(await makeNoisyJpeg(60, 80));
    await app.call(addPhotos, { form }, member.token);
    const [{ key }] = await query("select key from photos where member_id = $1", member.id);
    const shown = await openCase(app, await caseOf(email), ada);
    expect(shown.subject.images).toEqual([]);
    const path = `/api/moderation/cases/${shown._id}/images/${key}`;
    expect((await app.fetch(path, { headers: { cookie: ada.cookie } })).status).toBe(404);
  });
});

describe("an answer", () => {
  test("is mailed once to the address of the message with number and link, and closes the case", async () => {
    const { id, email, message } = await received({ subject: "Account Issue" });
    const { version, contact } = await openCase(app, id, ada);
    const answerId = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => answer(id, version, ada, WORDS, answerId)));
    for (const { body } of replies) expect(body).toMatchObject({ success: true, isClosed: true });
    const mail = await mailTo(email);
    expect(mail).toMatchObject({
      id: `contact-answer-${answerId}`,
      subject: `Our answer: Account Issue (${contact?.number})`,
      replyTo: { address: site.supportEmail },
    });
    for (const part of ["you can log in again.", contact?.number]) expect(mail.text).toContain(part);
    expect(mail.text).not.toContain(message);
    expect(mail.text).not.toContain(ada.name);
    expect(tokenIn(mail)).not.toBe("");
    const sent = "select mailed_at is not null as sent from contact_answers where id = $1";
    await expect.poll(() => query(sent, answerId)).toEqual([{ sent: true }]);
    // A job that runs again after its email was sent.
    await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "email-contact-answer", { answerId }));
    const waiting = "select 1 from jobs.job where name = 'email-contact-answer' and state <> 'completed'";
    await expect.poll(() => query(waiting), { timeout: 10_000 }).toEqual([]);
    expect(mailsTo(email)).toHaveLength(1);
    const shown = await openCase(app, id, reader);
    expect(shown).toMatchObject({ isOpen: false, claim: null });
    expect(shown.contact?.entries).toMatchObject([
      { kind: "message", isOpen: false },
      { kind: "answer", text: WORDS, by: ada.name, isMailed: true },
    ]);
    expect(shown.history.map(({ kind, by }) => [kind, by])).toContainEqual(["answered", ada.name]);
    expect(await query("select 1 from audit_log where action = 'answer contact' and target = $1", id)).toHaveLength(1);
  });

  test("of two people wins once", async () => {
    const { id, email } = await received();
    const { version } = await openCase(app, id, reader);
    const replies = await Promise.all([answer(id, version, ada), answer(id, version, bob)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    await mailTo(email);
    expect(
      await query(
        "select 1 from contact_answers join contact_threads on thread_id = contact_threads.id join cases on contact_thread_id = contact_threads.id where cases.id = $1",
        id,
      ),
    ).toHaveLength(1);
  });

  test("leaves open what came in since it was written", async () => {
    const member = await createMember(app);
    const { email } = await send({}, member.token);
    const id = await caseOf(email);
    const { version } = await openCase(app, id, ada);
    const late = await send({ message: "One more thing, please." }, member.token);
    expect((await answer(id, version)).body).toMatchObject({ isClosed: false });
    expect(await stateOf(id)).toBe("open");
    await mailTo(email);
    expect(mailsTo(late.email)).toEqual([]);
    const shown = await openCase(app, id, bob);
    expect(shown).toMatchObject({ items: 1, contact: { answerTo: { email: late.email } } });
    expect((await answer(id, shown.version, bob)).body).toMatchObject({ isClosed: true });
  });

  test.each([
    ["", "Write an answer"],
    ["\u200b \n", "Write an answer"],
    ["Hello [… name], it works.", "Replace what is in square brackets"],
    ["We refunded […] on Monday.", "Replace what is in square brackets"],
  ])("of %j is refused", async (words, message) => {
    const { id } = await received();
    const { version } = await openCase(app, id, ada);
    expect(await answer(id, version, ada, words)).toMatchObject({ status: 400, body: { errors: { words: message } } });
  });

  test("is refused on a claimed case, a closed one, one of another kind, and for a role that only reads", async () => {
    const { id } = await received();
    const { version } = await openCase(app, id, bob);
    expect((await answer(id, version)).body.code).toBe("case_claimed");
    expect((await answer(id, version, reader)).body.code).toBe("staff_forbidden");
    expect((await close(id, version, bob)).status).toBe(200);
    expect((await answer(id, version)).body.code).toBe("case_changed");
    const photos = await createStaff(app, "photos");
    expect((await callStaff(app, claimCase, { params: { caseId: id }, body: { version } }, photos)).body.code).toBe(
      "staff_forbidden",
    );
    expect((await answer(id, version, photos)).body.code).toBe("staff_forbidden");
    const member = await createMember(app);
    const other = randomUUID();
    await query("insert into cases (id, kind, member_id, due_at) values ($1, 'member', $2, now())", other, member.id);
    expect((await answer(other, 1)).status).toBe(404);
  });
});

describe("closing without an answer", () => {
  test("mails nothing, and is harmless when repeated", async () => {
    const { id, email } = await received();
    const { version } = await openCase(app, id, ada);
    expect((await close(id, version)).body).toMatchObject({ isClosed: true });
    expect((await close(id, version)).body).toMatchObject({ isClosed: true });
    expect(
      await query("select resolved_at is not null as done, answer_id from contact_messages where email = $1", email),
    ).toEqual([{ done: true, answer_id: null }]);
    expect(await query("select 1 from audit_log where action = 'resolve contact' and target = $1", id)).toHaveLength(1);
    expect(mailsTo(email)).toEqual([]);
  });
});

describe("who has the link of an answer", () => {
  test("reads the answer only, and writes back into a new case of the same thread, once", async () => {
    const { id, token, email, message } = await answered();
    const { body } = await app.call(getContactAnswer, { params: { token } });
    expect(body).toMatchObject({ number: expect.stringMatching(/^C-/), answer: { words: WORDS } });
    for (const secret of [message, email, ada.name]) expect(JSON.stringify(body)).not.toContain(secret);
    const clientId = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => write(token, "<b>Thank</b> you\u0007 all.", clientId)));
    for (const { status } of replies) expect(status).toBe(200);
    const next = await caseOf(email);
    expect(next).not.toBe(id);
    const shown = await openCase(app, next, ada);
    expect(textsOf(shown)).toEqual([message, WORDS, "<b>Thank</b> you all."]);
    expect(shown.contact).toMatchObject({ answerTo: { email } });
    expect(shown.contact?.entries.at(-1)).toMatchObject({ isByLink: true, isOpen: true });
    const mailed = () => mailer.mails.find(({ text }) => text.includes("<b>Thank</b> you"));
    await expect
      .poll(mailed, { timeout: 10_000 })
      .toMatchObject({ to: site.supportEmail, replyTo: { address: email } });
    expect(mailed()?.text).toContain("by the link of our answer");
  });

  test("joins the open case with the next message", async () => {
    const { token, email } = await answered();
    await write(token);
    const next = await caseOf(email);
    await write(token, "And one question more.");
    expect(await caseOf(email)).toBe(next);
    expect((await openCase(app, next, ada)).items).toBe(2);
  });

  test("has a limit of five messages a day, and words as the contact form", async () => {
    const { token } = await answered();
    expect((await write(token, "Short")).body.errors).toEqual({ message: "Message must be at least 10 characters" });
    const replies = await Promise.all(Array.from({ length: 6 }, () => write(token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await write(token)).body.code).toBe("contact_rate_limit");
  });

  test("learns nothing from a wrong link, and nothing of answers to another address of the same member", async () => {
    expect((await write("wrong")).status).toBe(404);
    expect((await app.call(getContactAnswer, { params: { token: "wrong" } })).status).toBe(404);
    const member = await createMember(app);
    const links: string[] = [];
    for (const words of ["For the first address.", "For the second address."]) {
      const { email } = await send({}, member.token);
      const id = await caseOf(email);
      await answer(id, (await openCase(app, id, ada)).version, ada, words);
      links.push(tokenIn(await mailTo(email)));
    }
    const [first = "", second = ""] = links;
    const read = async (token: string) => (await app.call(getContactAnswer, { params: { token } })).body.answer.words;
    expect([await read(first), await read(second)]).toEqual(["For the first address.", "For the second address."]);
    await write(first);
    const [addressed] = await query(
      "select email from contact_messages where member_id = $1 order by created_at",
      member.id,
    );
    const [byLink] = await query("select email from contact_messages where member_id = $1 and is_by_link", member.id);
    expect(byLink).toEqual(addressed);
  });
});

describe("the command line", () => {
  test("shows an answer of the console, and its `resolve` closes the case", async () => {
    const { email } = await answered();
    const [{ id }] = await query("select id from contact_messages where email = $1", email);
    expect((await runCommand(app, ["contact", "--all"])).out).toMatch(new RegExp(`${id}.*answered`));
    expect((await runCommand(app, ["contact", "show", id])).out).toContain("you can log in again.");
    expect((await runCommand(app, ["contact", "resolve", id, "--reason", "x"])).err).toContain("already resolved");
    const open = await received();
    const [{ id: other }] = await query("select id from contact_messages where email = $1", open.email);
    await runCommand(app, ["contact", "resolve", other, "--reason", "Answered by mail"]);
    expect(await stateOf(open.id)).toBe("closed");
  });
});

describe("what a member wrote", () => {
  test("is in their download with our answer, and is deleted with the account, the case and its notes", async () => {
    const member = await createMember(app);
    const { email } = await send({}, member.token);
    const id = await caseOf(email);
    const { version } = await openCase(app, id, ada);
    await callStaff(app, addNote, { params: { caseId: id }, body: { note: "Called them", about: "case" } }, ada);
    await answer(id, version);
    await write(tokenIn(await mailTo(email)));
    const { url } = (await app.call(requestDataExport, { body: { password: PASSWORD } }, member.token)).body;
    const files = await readZip(Buffer.from(await (await fetch(app.address + url)).arrayBuffer()));
    const read = (name: string) => JSON.parse(files.get(name)?.toString() ?? "");
    expect(read("contact-messages.json")).toMatchObject([{ email }, { email, message: "Thank you, it works now." }]);
    expect(read("contact-answers.json")).toMatchObject([{ words: WORDS }]);
    await app.call(deleteAccount, { body: { password: PASSWORD } }, member.token);
    for (const table of ["contact_messages", "contact_threads", "cases"])
      expect(await query(`select 1 from ${table} where member_id = $1`, member.id)).toEqual([]);
    expect(await query("select 1 from case_events where case_id = $1", id)).toEqual([]);
  });

  test("can be written back to while they are suspended, but not after their account", async () => {
    const member = await createMember(app);
    const { email } = await send({}, member.token);
    const id = await caseOf(email);
    await answer(id, (await openCase(app, id, ada)).version);
    const token = tokenIn(await mailTo(email));
    await query("update members set status = 'suspended' where id = $1", member.id);
    expect((await write(token)).status).toBe(200);
    await query("update members set status = 'active' where id = $1", member.id);
    await app.call(deleteAccount, { body: { password: PASSWORD } }, member.token);
    expect((await write(token)).status).toBe(404);
  });
});

describe("after two years", () => {
  const cleanUp = async () => {
    await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "cleanup", {}));
    const running = "select 1 from jobs.job where name = 'cleanup' and state <> 'completed'";
    await expect.poll(() => query(running), { timeout: 20_000 }).toEqual([]);
  };

  test("a thread, its answers and its cases are deleted; of a younger one what is older", async () => {
    const [old, young] = [await answered(), await answered()];
    await write(young.token);
    const next = await caseOf(young.email);
    const age = async (email: string, rest: string) => {
      const [{ id }] = await query("select thread_id as id from contact_messages where email = $1", email);
      await query(
        `update contact_messages set created_at = now() - interval '731 days' where thread_id = $1 ${rest}`,
        id,
      );
      await query("update contact_answers set created_at = now() - interval '731 days' where thread_id = $1", id);
      return id;
    };
    const thread = await age(old.email, "");
    await query("update contact_threads set last_message_at = now() - interval '731 days' where id = $1", thread);
    const kept = await age(young.email, "and not is_by_link");
    await cleanUp();
    expect(await query("select 1 from contact_threads where id = $1", thread)).toEqual([]);
    expect(await query("select 1 from contact_answers where thread_id = any($1)", [thread, kept])).toEqual([]);
    expect(await query("select id from cases where id = any($1)", [old.id, young.id, next])).toEqual([{ id: next }]);
    expect(await query("select is_by_link from contact_messages where thread_id = $1", kept)).toEqual([
      { is_by_link: true },
    ]);
  });
});

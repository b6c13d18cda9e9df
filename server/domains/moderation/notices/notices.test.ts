import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { RequestOf } from "#contract/endpoint.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { sendNotice } from "#contract/moderation/notices.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { claimCase, listCases } from "#server/domains/moderation/cases/cases.service.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import {
  assignNotice,
  closeNotice,
  listNotices,
  showNotice,
} from "#server/domains/moderation/notices/notice-review.service.ts";
import { purgeOldNotices } from "#server/domains/moderation/notices/notices.service.ts";
import { findAnswerable } from "#server/testing/cases.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { solveProofOfWork } from "#server/testing/login-helpers.ts";
import { createMember } from "#server/testing/members.ts";
import { attachNotices } from "#server/testing/notices.ts";
import { testApp } from "#server/testing/test-app.ts";

const post = createFakeMailer();
const app = testApp({}, { mailer: post, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const ADA = { kind: "operator", who: "ada", reason: "duty" } as const;

type NoticeBody = RequestOf<typeof sendNotice>["body"];

const notice = (change: Partial<Record<keyof NoticeBody, unknown>> = {}): NoticeBody =>
  ({
    kind: "intimate",
    place: "The second photo of that member",
    details: "A picture of me that I never agreed to.",
    name: "Maya Ortiz",
    email: `${randomUUID()}@example.com`,
    isAuthorized: true,
    isGoodFaith: true,
    ...change,
  }) as NoticeBody;

const send = (body: NoticeBody) => app.call(sendNotice, { body });
const stored = async (email: unknown) => (await query("select * from notices where email = $1", email))[0];
const casesAbout = (memberId: string) => query("select * from cases where member_id = $1", memberId);
/** @returns once the job has made the notice part of the member's case */
async function sendAbout(memberId: string, body: NoticeBody) {
  const answer = await send(body);
  await expect.poll(() => casesAbout(memberId)).not.toEqual([]);
  return answer;
}
const hoursUntil = (at: Date) => (at.getTime() - Date.now()) / 3_600_000;

describe("a notice", () => {
  test("from anyone gets a number and a receipt that repeats nothing of it", async () => {
    const body = notice({ details: "Words that nobody else should read,\r\n\u001b[31min any mail." });
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 201, body: { number: expect.stringMatching(/^N-[0-9A-Z]{8}$/) } });
    const mail = await post.newest(String(body.email));
    expect(mail.subject).toContain(answer.body.number);
    expect(mail.text).toContain("within 48 hours");
    for (const secret of ["Words that nobody", "second photo", "Maya"]) expect(mail.text).not.toContain(secret);
    expect(await stored(body.email)).toMatchObject({
      details: "Words that nobody else should read,\n[31min any mail.",
      member_id: null,
    });
  });

  test("about a linked or a named member becomes part of their case, due by its kind", async () => {
    for (const [kind, hours] of [
      ["intimate", 48],
      ["minor", 4],
      ["illegal", 24],
    ] as const) {
      const [linked, named] = await Promise.all([createMember(app), createMember(app)]);
      const place = `https://spotter.test/profile/${linked.id.toUpperCase()}?from=chat`;
      await sendAbout(linked.id, notice({ kind, place, username: named.username }));
      await sendAbout(named.id, notice({ kind, username: `  ${named.username.toUpperCase()} ` }));
      for (const { id } of [linked, named]) {
        const [found] = await casesAbout(id);
        expect(found).toMatchObject({ state: "open", kind: "member" });
        expect(hoursUntil(found?.due_at)).toBeGreaterThan(hours - 0.1);
        expect(hoursUntil(found?.due_at)).toBeLessThanOrEqual(hours);
      }
    }
  });

  test("gets the same response by the same steps whether the member exists or not: they are looked up later", async () => {
    const member = await createMember(idle);
    const answers = [];
    for (const username of [member.username, "nobody_at_all"]) {
      const { body } = await idle.call(sendNotice, { body: notice({ username }) });
      answers.push({ ...body, number: "" });
    }
    expect(answers[0]).toEqual(answers[1]);
    const rows = async (sql: string) => (await idle.database.pool.query(sql)).rows;
    expect(await rows("select member_id from notices")).toEqual([{ member_id: null }, { member_id: null }]);
    expect(await rows("select 1 from cases")).toEqual([]);
    await attachNotices(idle);
    expect(await rows("select member_id from cases")).toEqual([{ member_id: member.id }]);
  });

  test("sent repeatedly, also at once, is stored once and keeps its number", async () => {
    const body = notice({ clientId: randomUUID() });
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(body)));
    answers.push(await send(body));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.number)).size).toBe(1);
    expect(await query("select 1 from notices where email = $1", body.email)).toHaveLength(1);
  });

  test("about a minor can be anonymous; others need a name, an address and the sender's word", async () => {
    const anonymous = { name: "", email: "", isAuthorized: undefined };
    expect((await send(notice({ kind: "minor", ...anonymous }))).body.message).toContain("cannot write to you");
    expect(await send(notice({ kind: "illegal", ...anonymous }))).toMatchObject({
      status: 400,
      body: { errors: { name: "Name is required", email: "Email is required" } },
    });
    expect((await send(notice({ isAuthorized: false }))).body.errors).toEqual({ isAuthorized: "Please confirm this" });
    expect((await send(notice({ isGoodFaith: false }))).body.errors).toEqual({ isGoodFaith: "Please confirm this" });
    expect((await send(notice({ kind: "illegal", isAuthorized: undefined }))).status).toBe(201);
  });

  test.each([
    ["kind", "anything", "Choose what it is about"],
    ["place", " \u200b ", "Say where it is"],
    ["details", "", "Say what it is"],
    ["details", "Too short.", "Please use at least 20 characters"],
    ["details", "x".repeat(1001), "This can have 1000 characters"],
    ["email", "maya@example.com,all@example.com", "Email is invalid"],
    ["name", "Maya\r\nBcc: all@example.com", "Name is invalid"],
  ])("with %s %j is refused", async (field, value, words) => {
    expect(await send(notice({ [field]: value }))).toMatchObject({ status: 400, body: { errors: { [field]: words } } });
  });

  test("of a bot gets the same response, opens no case and is not answered", async () => {
    const member = await createMember(app);
    const body = notice({ homepage: "https://cheap.example", username: member.username });
    expect((await send(body)).status).toBe(201);
    expect(await casesAbout(member.id)).toEqual([]);
    const { id } = await stored(body.email);
    expect(await query("select 1 from jobs.job where data ->> 'noticeId' = $1", id)).toEqual([]);
    expect((await listNotices(app.ctx, ADA, true, 100)).map((one) => one.id)).not.toContain(id);
  });

  /** Another spelling of the same mailbox. */
  const spell = (email: string, i: number) => (i % 2 ? email.replace("@", `+${i}@`) : email.toUpperCase());
  const OF_MAILBOX = "lower(regexp_replace(email, '\\+\\d', '')) = $1";

  test("mails one mailbox five receipts a day at most, whatever its spelling; the notices are stored", async () => {
    const email = `${randomUUID()}@example.com`;
    const answers = await Promise.all(Array.from({ length: 7 }, (_, i) => send(notice({ email: spell(email, i) }))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(answers.filter(({ body }) => body.message.startsWith("We sent it to you"))).toHaveLength(5);
    const ids = (await query(`select id from notices where ${OF_MAILBOX}`, email)).map(({ id }) => id);
    expect(ids).toHaveLength(7);
    const jobs = (name: string) =>
      query("select 1 from jobs.job where name = $2 and data ->> 'noticeId' = any($1)", ids, name);
    expect(await jobs("email-notice-receipt")).toHaveLength(5);
  });

  test("tells one mailbox five outcomes a day, and the others the next day", async () => {
    const email = `${randomUUID()}@example.com`;
    for (let i = 0; i < 7; i++) await send(notice({ email: spell(email, i) }));
    const ids = (await query(`select id from notices where ${OF_MAILBOX}`, email)).map(({ id }) => id);
    await Promise.all(ids.map((id) => closeNotice(app.ctx, ADA, id)));
    const [{ now, later }] = await query(
      `select count(*) filter (where start_after < now() + interval '1 minute')::int as now,
         count(*) filter (where start_after > now() + interval '23 hours')::int as later
       from jobs.job where name = 'email-notice-outcome' and data ->> 'noticeId' = any($1)`,
      ids,
    );
    expect([now, later]).toEqual([5, 2]);
  });

  test("is deleted after two years, with its part of the case", async () => {
    const member = await createMember(app);
    const [old, recent] = [notice({ username: member.username }), notice()];
    await sendAbout(member.id, old);
    await send(recent);
    expect(await casesAbout(member.id)).toMatchObject([{ state: "open" }]);
    await query("update notices set created_at = now() - interval '731 days' where email = $1", old.email);
    await app.ctx.transact(purgeOldNotices);
    expect(await stored(old.email)).toBeUndefined();
    expect(await stored(recent.email)).toBeDefined();
    expect(await casesAbout(member.id)).toMatchObject([{ state: "closed" }]);
    expect(
      await query("select 1 from case_items join cases on cases.id = case_id where member_id = $1", member.id),
    ).toEqual([]);
  });
});

test("a network can send twenty notices a day", async () => {
  const statuses = [];
  for (let i = 0; i < 21; i++) statuses.push((await limited.call(sendNotice, { body: notice() })).status);
  expect(statuses).toEqual([...Array(20).fill(201), 429]);
});
const limited = testApp({ rateLimits: true });

test("a network pays for its third notice within an hour with work, not for repeats, and every network in a flood", async () => {
  const sendFrom = (network: string, change: object = {}) =>
    proven.fetch(sendNotice.path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": network },
      body: JSON.stringify({ ...notice(), ...change }),
    });
  const clientId = randomUUID();
  const first = await sendFrom("198.51.100.1", { clientId });
  expect([first.status, (await sendFrom("198.51.100.1")).status]).toEqual([201, 201]);
  const refused = await sendFrom("198.51.100.1");
  expect(refused).toMatchObject({ status: 429, body: { code: "proof_of_work_required" } });
  const repeated = await sendFrom("198.51.100.1", { clientId });
  expect(repeated).toMatchObject({ status: 201, body: { number: first.body.number } });
  const proof = await solveProofOfWork(String(refused.body.challenge));
  expect((await sendFrom("198.51.100.1", { proof })).status).toBe(201);
  expect((await sendFrom("198.51.100.1", { proof })).body).toMatchObject({ code: "proof_of_work_required" });
  expect((await sendFrom("198.51.100.2")).status).toBe(201);
  await proven.database.pool.query(
    `insert into notices (id, number, kind, place, username, details, name, email, is_honeypot_hit)
     select gen_random_uuid(), 'N-' || n, 'illegal', 'There', '', 'Words', '', '', false from generate_series(1, 100) as n`,
  );
  expect((await sendFrom("198.51.100.3")).body).toMatchObject({ code: "proof_of_work_required" });
});
const proven = testApp({ rateLimits: true, trustProxy: "loopback" });
/** Without workers, so that only requests query the database. */
const idle = testApp();

describe("for operators", () => {
  test("a notice that leads to nobody is shown, assigned to a member, and recorded", async () => {
    const member = await createMember(app);
    const body = notice({ username: "nobody_at_all" });
    await send(body);
    const { id } = await stored(body.email);
    expect((await listNotices(app.ctx, ADA, false, 100)).map((one) => one.id)).toContain(id);
    expect(await showNotice(app.ctx, ADA, id)).toMatchObject({ name: "Maya Ortiz", member_id: null });
    // At the same moment by two operators: one assigns it, the other is told.
    const assigned = await Promise.allSettled([1, 2].map(() => assignNotice(app.ctx, ADA, id, member.username)));
    expect(assigned.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await casesAbout(member.id)).toHaveLength(1);
    await expect(closeNotice(app.ctx, ADA, id)).rejects.toThrow("decided there");
    const actions = (await readAuditLog(app.ctx.db, id, 10)).map(({ action }) => action);
    expect(actions.sort()).toEqual(["assign notice", "show notice"]);
  });

  test("the name of its sender is refused in what the member reads, whole or in part, but no other words", async () => {
    const member = await createMember(app);
    await sendAbout(member.id, notice({ username: member.username, name: "maya threats-ortiz" }));
    const [{ id: caseId, version }] = await casesAbout(member.id);
    const deciding = (facts: string) =>
      decide(app.ctx, ADA, { caseId, version, acts: [{ act: "unlist" }], rule: "consent", facts });
    for (const facts of ["Maya Threats-Ortiz says so.", "A picture of Ortiz.", "Maya is in it."])
      await expect(deciding(facts)).rejects.toMatchObject({ code: "invalid" });
    expect(await deciding("Messages with threats, and a Mayan pot.")).toMatchObject({ isRepeated: false });
  });

  test("those that come in between the look and the decision hinder it in nothing", async () => {
    const member = await createMember(app);
    const body = notice({ username: member.username });
    await sendAbout(member.id, body);
    const [{ id: caseId, version }] = await casesAbout(member.id);
    const later = Array.from({ length: 5 }, () => notice({ username: member.username, kind: "minor" }));
    for (const one of later) await send(one);
    await expect.poll(() => query("select 1 from case_items where case_id = $1", caseId)).toHaveLength(6);
    const acts = [{ act: "suspend", until: null }] as const;
    const facts = "A picture of somebody who did not agree.";
    await claimCase(app.ctx, ADA, caseId, version);
    const [seen = ""] = await findAnswerable(app, caseId);
    const input = { caseId, version, acts, facts, rule: "intimate_pictures", upheld: [seen] } as const;
    const decided = await decide(app.ctx, ADA, input);
    expect(decided).toMatchObject({ isClosed: false });
    expect(await query("select status from members where id = $1", member.id)).toEqual([{ status: "suspended" }]);
    expect(await stored(body.email)).toMatchObject({ is_upheld: true, is_noted: false });
    expect(await stored(later[0]?.email)).toMatchObject({ is_upheld: null });
  });

  test("a thousand about one member are one item, decided at once, and move nobody else's case back", async () => {
    const [flooded, urgent] = await Promise.all([createMember(idle), createMember(idle)]);
    const run = async (sql: string, ...values: unknown[]) => (await idle.database.pool.query(sql, values)).rows;
    const about = ({ username }: { username: string }) => notice({ username, kind: "minor", name: "", email: "" });
    await idle.call(sendNotice, { body: about(urgent) });
    await attachNotices(idle);
    const before = await listCases(idle.ctx, ADA, { limit: 10 });
    await run(
      `insert into notices (id, number, kind, place, username, details, name, email, is_honeypot_hit)
       select gen_random_uuid(), 'N-' || n, 'minor', 'There', $1, 'Words', '', '', false
       from generate_series(1, 1000) as n`,
      flooded.username,
    );
    await attachNotices(idle);
    const { cases } = await listCases(idle.ctx, ADA, { limit: 10 });
    const found = cases.find(({ memberId }) => memberId === flooded.id);
    const { id: caseId = "", version = 0 } = found ?? {};
    expect(cases.filter(({ id }) => id !== caseId)).toEqual(before.cases);
    expect(cases[0]?.memberId).toBe(urgent.id);
    expect(found).toMatchObject({ items: 1, itemKinds: ["notice"], score: 3 });
    expect(await run("select kind from case_events where case_id = $1 order by id", caseId)).toEqual([
      { kind: "opened" },
      { kind: "attached" },
    ]);
    const body = about(flooded);
    await idle.call(sendNotice, { body });
    await attachNotices(idle);
    expect(await run("select due_at from cases where id = $1", caseId)).toEqual([{ due_at: found?.dueAt }]);
    const decided = await decide(idle.ctx, ADA, { caseId, version, acts: [{ act: "no_action" }] });
    expect(decided).toMatchObject({ isClosed: false });
    const settled =
      "select is_upheld, is_unexamined, count(*)::int as many from notices where member_id = $1 and decided_at is not null group by 1, 2 order by 3";
    expect(await run(settled, flooded.id)).toEqual([
      { is_upheld: false, is_unexamined: false, many: 50 },
      { is_upheld: false, is_unexamined: true, many: 950 },
    ]);
    await undoDecision(idle.ctx, ADA, decided.decisionId);
    expect(await run(settled, flooded.id)).toEqual([]);
    const again = await run("select version from cases where id = $1", caseId);
    const acts = [{ act: "unlist" }] as const;
    await decide(idle.ctx, ADA, { caseId, version: again[0].version, acts, rule: "under_18", facts: "A child." });
    // Who acts has seen the first ones. The others stay open.
    expect(await run(settled, flooded.id)).toEqual([{ is_upheld: false, is_unexamined: false, many: 50 }]);
  });

  test("the decision of a case is mailed to its sender, without the member or the act, and again if it changes", async () => {
    const member = await createMember(app);
    const body = notice({ username: member.username });
    const { number } = (await sendAbout(member.id, body)).body;
    const subject = `Your notice ${number} is decided`;
    const decideCase = async (acts: readonly ActChoice[]) => {
      const [{ id: caseId, version }] = await casesAbout(member.id);
      const upheld = acts.some(({ act }) => act === "mute") ? await findAnswerable(app, caseId) : [];
      return decide(app.ctx, ADA, { caseId, version, acts, rule: "intimate_pictures", facts: "A picture.", upheld });
    };
    const { decisionId } = await decideCase([{ act: "mute", days: 7 }]);
    const mail = await post.newest(String(body.email), subject);
    expect(mail.text).toContain("We acted on your notice");
    for (const secret of [member.username, "mute", "7 days"]) expect(mail.text).not.toContain(secret);
    await expect.poll(async () => (await stored(body.email)).outcome_mailed_at).not.toBeNull();
    await undoDecision(app.ctx, ADA, decisionId);
    expect(await stored(body.email)).toMatchObject({ decided_at: null, is_upheld: null });
    await decideCase([{ act: "no_action" }]);
    const again = await post.newest(String(body.email), `We looked at your notice ${number} again`);
    expect(again.text).toContain("We found nothing to remove");
    expect(again.text).toContain("This takes the place of what we wrote before.");
  });
});

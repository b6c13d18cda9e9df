import { afterEach, expect, test } from "vitest";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { sendAppeal } from "#contract/moderation/appeals.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { addNote } from "#server/domains/moderation/cases/cases.service.ts";
import { makeDecision } from "#server/domains/moderation/decisions/decision-making.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { liftMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { appealTokenOf } from "#server/domains/moderation/restrictions/appeal-token.policy.ts";
import { runAsOwner } from "#server/testing/as-owner.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { confirmEmail, createCompleteMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

const mailer = createFakeMailer();
const clock = { ahead: 0 };
const app = testApp({}, { mailer, now: () => new Date(Date.now() + clock.ahead) });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const ADA = { kind: "operator", who: "ada", reason: "" } as const;
const WHY = { facts: "Threats.", rule: "consent" } as const;

const report = (reporter: TestMember, { id: userId }: TestMember) =>
  app.call(reportMember, { body: { userId, reason: "Something else" } }, reporter.token);
const end = ({ token }: TestMember) => app.call(deleteAccount, { body: { password: PASSWORD } }, token);
const openCaseAbout = async ({ id }: TestMember) =>
  (await query("select id, version from cases where member_id = $1 and state = 'open'", id))[0];

async function countAbout({ id }: TestMember): Promise<Record<string, number>> {
  const tables = ["cases", "decisions", "appeals", "restrictions", "member_notes"];
  const counts = tables.map(async (table) => {
    const [row] = await query(`select count(*)::int as many from ${table} where member_id = $1`, id);
    return [table, row?.many];
  });
  return Object.fromEntries(await Promise.all(counts));
}

test("cases and decisions outlive the account by a year, and reports of a deleted reporter leave their case", async () => {
  const [reporter, leaving, about] = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
  if (!reporter || !leaving || !about) throw new Error("nobody is there");
  await report(reporter, about);
  const { id: caseId, version } = await openCaseAbout(about);
  const { decisionId } = await decide(app.ctx, ADA, { caseId, version, acts: [{ act: "mute", days: 7 }], ...WHY });
  const params = { token: appealTokenOf(app.ctx, decisionId) };
  await app.call(sendAppeal, { params, body: { words: "It was not me" } });
  await addNote(app.ctx, ADA, caseId, { note: "Seen before", about: "member" });
  await report(leaving, reporter);
  const only = await openCaseAbout(reporter);
  const all = { cases: 2, decisions: 1, appeals: 1, restrictions: 1, member_notes: 1 };
  await end(about);
  await end(leaving);
  await runJob(app.ctx, "cleanup", {});
  expect(await countAbout(about)).toEqual(all);

  // The app's role alone cannot remove what is younger than eleven months.
  await query("update members set deleted_at = now() - interval '366 days' where deleted_at is not null");
  await runJob(app.ctx, "cleanup", {});
  expect(await countAbout(about)).toEqual({ ...all, member_notes: 0 });

  await query("delete from cases where member_id = $1", about.id);
  await query("delete from decisions where member_id = $1", about.id);
  expect(await countAbout(about)).toMatchObject({ cases: 2, decisions: 1 });
  for (const statement of [
    "update decisions set decided_at = now() - interval '366 days'",
    "update case_events set occurred_at = now() - interval '366 days'",
  ]) {
    await expect(query(statement)).rejects.toMatchObject({ code: "42501" });
    await runAsOwner(app, statement);
  }
  await runJob(app.ctx, "cleanup", {});
  expect(await countAbout(about)).toEqual({ cases: 0, decisions: 0, appeals: 0, restrictions: 0, member_notes: 0 });
  for (const table of ["case_items", "case_events"])
    expect(await query(`select 1 from ${table} where case_id = $1`, caseId)).toEqual([]);
  expect(await query("select 1 from decision_acts where decision_id = $1", decisionId)).toEqual([]);
  expect(await query("select state from cases where id = $1", only?.id)).toEqual([{ state: "closed" }]);
  expect((await app.call(sendAppeal, { params, body: { words: "Again" } })).status).toBe(404);
});

test("the case of a deleted account can still be decided", async () => {
  const [reporter, about] = await Promise.all([1, 2].map(() => createCompleteMember(app)));
  if (!reporter || !about) throw new Error("nobody is there");
  await report(reporter, about);
  await end(about);
  const { id: caseId, version } = await openCaseAbout(about);
  const mute = decide(app.ctx, ADA, { caseId, version, acts: [{ act: "mute", days: 7 }], ...WHY });
  expect(await mute).toMatchObject({ isRepeated: false });
});

const DAY_MS = 86_400_000;
afterEach(() => {
  clock.ahead = 0;
});

async function suspended(rule: RuleKey, act: "end_account" | "suspend" = "end_account"): Promise<TestMember> {
  const member = await confirmEmail(app, await createCompleteMember(app));
  const until = "2999-01-01T00:00:00.000Z";
  const decision = await app.ctx.transact(async (tx) => {
    await lockStatus(tx, member.id);
    const acts = [act === "suspend" ? ({ act, until } as const) : ({ act } as const)];
    const outside = { reporterIds: [], facts: "Threats.", words: "" };
    return makeDecision(app.ctx, tx, ADA, { ...outside, memberId: member.id, acts, rule });
  });
  await runJob(app.ctx, "email-statement", { decisionId: decision?.decision.id ?? "" }, member.id);
  return member;
}

const statusOf = async ({ id }: TestMember) => (await query("select status from members where id = $1", id))[0]?.status;

test("an account without an end of its suspension is deleted after a year, one under 18 after the time to object", async () => {
  const [ended, young, dated, appealed, lifted] = [
    await suspended("consent"),
    await suspended("under_18"),
    await suspended("consent", "suspend"),
    await suspended("consent"),
    await suspended("consent"),
  ];
  const statuses = () => Promise.all([ended, young, dated, appealed, lifted].map(statusOf));
  const [{ id: appealedId }] = await query("select id from decisions where member_id = $1", appealed.id);
  await app.call(sendAppeal, { params: { token: appealTokenOf(app.ctx, appealedId) }, body: { words: "No" } });
  const { text } = await mailer.newest(ended.email, "Your account has ended");
  expect(text).toMatch(/We delete your account and what is in it on .* write to \S+@\S+ from the address/);
  expect((await mailer.newest(dated.email, "Your account is suspended")).text).not.toContain("We delete your account");
  await liftMember(app.ctx, ADA, lifted.id);
  await runJob(app.ctx, "cleanup", {});
  expect(await statuses()).toEqual(["suspended", "suspended", "suspended", "suspended", "active"]);
  clock.ahead = 185 * DAY_MS;
  await runJob(app.ctx, "cleanup", {});
  expect(await statuses()).toEqual(["suspended", "deleted", "suspended", "suspended", "active"]);
  clock.ahead = 367 * DAY_MS;
  await runJob(app.ctx, "cleanup", {});
  expect(await statuses()).toEqual(["deleted", "deleted", "suspended", "suspended", "active"]);
  const bans = "select member_id, is_banned, banned_until from former_accounts where member_id = $1";
  for (const { id } of [ended, young])
    expect(await query(bans, id)).toEqual([{ member_id: id, is_banned: true, banned_until: null }]);
  expect(await query("select action, reason from audit_log where target = $1 and action = 'delete'", ended.id)).toEqual(
    [{ action: "delete", reason: "the term of an ended account is over" }],
  );
});

import { expect, test } from "vitest";
import { deleteAccount } from "#contract/account.ts";
import { sendAppeal } from "#contract/appeals.ts";
import { reportMember } from "#contract/safety.ts";
import { noteMember } from "#server/modules/cases/cases.service.ts";
import { cleanupJobs } from "#server/modules/cleanup/cleanup.service.ts";
import { decide } from "#server/modules/moderation/decisions.service.ts";
import { appealTokenOf } from "#server/modules/restrictions/appeal-token.ts";
import { runAsOwner } from "#server/testing/as-owner.ts";
import { createCompleteMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const ADA = { who: "ada", reason: "" };
const WHY = { facts: "Threats.", rule: "consent" } as const;

const report = (reporter: TestMember, { id: userId }: TestMember) =>
  app.call(reportMember, { body: { userId, reason: "Something else" } }, reporter.token);
const end = ({ token }: TestMember) => app.call(deleteAccount, { body: { password: PASSWORD } }, token);
const openCaseAbout = async ({ id }: TestMember) =>
  (await query("select id, version from cases where member_id = $1 and state = 'open'", id))[0];

/** What is stored about a member by cases and decisions. */
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
  await noteMember(app.ctx, about.id, ADA, "Seen before");
  await report(leaving, reporter);
  const only = await openCaseAbout(reporter);
  const all = { cases: 2, decisions: 1, appeals: 1, restrictions: 1, member_notes: 1 };
  await end(about);
  await end(leaving);
  await cleanupJobs(app.ctx).cleanup({}, "");
  expect(await countAbout(about)).toEqual(all);

  // The app's role alone cannot remove what is younger than eleven months.
  await query("update members set deleted_at = now() - interval '366 days' where deleted_at is not null");
  await cleanupJobs(app.ctx).cleanup({}, "");
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
  await cleanupJobs(app.ctx).cleanup({}, "");
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

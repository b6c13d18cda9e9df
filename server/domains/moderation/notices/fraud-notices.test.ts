import { describe, expect, test } from "vitest";
import { sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import { attachToCase, getCase } from "#server/domains/moderation/cases/cases.service.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { confirmEmail, createCompleteMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const post = createFakeMailer();
const app = testApp({}, { mailer: post, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const ADA = { kind: "operator", who: "ada", reason: "" } as const;
const CORRECTION = "We were wrong about somebody you wrote with";
const SUBJECT = "Somebody you wrote with may not be who they said";

const write = (from: TestMember, to: TestMember) =>
  app.call(sendMessage, { body: { receiverId: to.id, content: "Coffee after the session?" } }, from.token);

async function match(a: TestMember, b: TestMember) {
  await app.call(sendCrush, { body: { recipientId: b.id } }, a.token);
  await app.call(sendCrush, { body: { recipientId: a.id } }, b.token);
}

/** @returns the decision */
async function end(member: TestMember, rule: RuleKey): Promise<string> {
  const caseId = await app.ctx.transact((tx) =>
    attachToCase(tx, {
      kind: "fraud",
      sourceId: newId(),
      subject: { kind: "member", memberId: member.id },
      weight: 2,
      dueAt: new Date(),
    }),
  );
  const { version } = await getCase(app.ctx.db, caseId);
  const facts = "The account asked several members for gift cards.";
  const { decisionId } = await decide(app.ctx, ADA, { caseId, version, acts: [{ act: "end_account" }], facts, rule });
  return decisionId;
}

const jobsOf = (decisionId: string) =>
  query("select *, start_after > now() as waits from jobs.job where id = $1", decisionId);
const runLater = (decisionId: string) => query("update jobs.job set start_after = now() where id = $1", decisionId);
const isDone = async (decisionId: string) => (await jobsOf(decisionId))[0]?.state === "completed";
const noticesTo = (member: TestMember) =>
  post.mails.filter((mail) => mail.to === member.email && mail.subject === SUBJECT);

describe("an account that is ended for fraud", () => {
  test("is named an hour later to everyone who wrote with it, and to nobody else", async () => {
    const [fraud, ...others] = await Promise.all(Array.from({ length: 5 }, () => createCompleteMember(app)));
    const [wrote, received, matchOnly, stranger] = others as [TestMember, TestMember, TestMember, TestMember];
    for (const one of [wrote, received, matchOnly]) await match(fraud as TestMember, one);
    await confirmEmail(app, wrote);
    await write(wrote, fraud as TestMember);
    await write(fraud as TestMember, received);
    const decisionId = await end(fraud as TestMember, "fraud");
    expect(await jobsOf(decisionId)).toMatchObject([{ waits: true }]);
    await runLater(decisionId);
    const mail = await post.newest(wrote.email, SUBJECT);
    expect(mail.text).toContain(`messages with ${fraud?.username}`);
    expect(mail.text).toContain(new Date().getUTCFullYear().toString());
    expect(mail.text).toContain("Do not send money");
    expect(mail.text).not.toContain("gift cards. ");
    // An address that nobody confirmed may be a stranger's, who must not read names that members choose.
    const unconfirmed = await post.newest(received.email, SUBJECT);
    expect(unconfirmed.text).toContain("messages with a member");
    expect(unconfirmed.text).not.toContain(fraud?.username);
    await expect.poll(() => isDone(decisionId)).toBe(true);
    expect([...noticesTo(matchOnly), ...noticesTo(stranger), ...noticesTo(fraud as TestMember)]).toEqual([]);
  });

  test("is decided on and named also if it is deleted and nothing is kept to recognize it by", async () => {
    const [fraud, victim, reporter] = await Promise.all([
      createCompleteMember(app),
      createCompleteMember(app),
      createCompleteMember(app),
    ]);
    for (const one of [victim, reporter]) {
      await match(fraud, one);
      await write(fraud, one);
      await confirmEmail(app, one);
    }
    expect((await app.call(deleteAccount, { body: { password: PASSWORD } }, fraud.token)).status).toBe(200);
    // As after 30 days without a reason to keep it.
    await query("delete from former_accounts where member_id = $1", fraud.id);
    const body = { userId: fraud.id, reason: "Spam or a scam" } as const;
    const { number } = (await app.call(reportMember, { body }, reporter.token)).body;
    const decisionId = await end(fraud, "fraud");
    const outcome = await post.newest(reporter.email, `Your report ${number} is decided`);
    expect(outcome.text).toContain("goes against our guidelines");
    await runLater(decisionId);
    expect((await post.newest(victim.email, SUBJECT)).text).toContain(`messages with ${fraud.username}`);
  });

  test("is named once to each, also if the job runs again", async () => {
    const [fraud, victim] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
    await match(fraud, victim);
    await write(fraud, victim);
    const decisionId = await end(fraud, "fraud");
    await runLater(decisionId);
    await post.newest(victim.email, SUBJECT);
    await expect.poll(() => isDone(decisionId)).toBe(true);
    await query("update jobs.job set state = 'created', completed_on = null where id = $1", decisionId);
    await expect.poll(() => isDone(decisionId)).toBe(true);
    expect(noticesTo(victim)).toHaveLength(1);
  });

  test("is cleared to the same members if the decision is taken back after they were warned", async () => {
    const [wrong, warned, stranger] = await Promise.all([
      createCompleteMember(app),
      createCompleteMember(app),
      createCompleteMember(app),
    ]);
    await match(wrong, warned);
    await write(wrong, warned);
    await confirmEmail(app, warned);
    const [first, second] = [await end(wrong, "fraud"), await end(wrong, "fraud")];
    for (const id of [first, second]) {
      await runLater(id);
      await expect.poll(() => isDone(id)).toBe(true);
    }
    await expect.poll(() => noticesTo(warned).length).toBe(2);
    const corrections = () => post.mails.filter(({ subject }) => subject === CORRECTION);
    await undoDecision(app.ctx, ADA, first);
    // The other decision still says that it is fraud.
    const sent = "select 1 from jobs.job where name = 'send-fraud-corrections' and data ->> 'memberId' = $1";
    expect(await query(sent, wrong.id)).toEqual([]);
    await undoDecision(app.ctx, ADA, second);
    const { text } = await post.newest(warned.email, CORRECTION);
    expect(text).toContain(`ended the account of ${wrong.username}`);
    expect(text).toContain("We are sorry");
    expect(corrections().filter(({ to }) => to === warned.email)).toHaveLength(1);
    expect(corrections().filter(({ to }) => to === stranger.email)).toEqual([]);
  });

  test("is not named where the decision was undone meanwhile, or had another reason", async () => {
    const [undone, other, victim] = await Promise.all(Array.from({ length: 3 }, () => createCompleteMember(app)));
    for (const one of [undone, other]) {
      await match(one as TestMember, victim as TestMember);
      await write(one as TestMember, victim as TestMember);
    }
    const decisionId = await end(undone as TestMember, "fraud");
    await undoDecision(app.ctx, ADA, decisionId);
    await runLater(decisionId);
    await expect.poll(() => isDone(decisionId)).toBe(true);
    expect(await jobsOf(await end(other as TestMember, "consent"))).toEqual([]);
    expect(noticesTo(victim as TestMember)).toEqual([]);
    const corrected = "select 1 from jobs.job where name = 'send-fraud-corrections' and data ->> 'decisionId' = $1";
    expect(await query(corrected, decisionId)).toEqual([]);
  });
});

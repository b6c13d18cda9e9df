import { sendMessage } from "#contract/chat/messages.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { findItems } from "#server/domains/moderation/cases/cases.queries.ts";
import { confirmEmail, createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import type { TestApp } from "#server/testing/test-app.ts";

export interface TestCase {
  readonly id: string;
  readonly reporter: TestMember;
  readonly reported: TestMember;
  readonly messageId: string;
}

/** @returns the case about the sender */
export async function createReportCase(
  app: TestApp,
  reason: ReportReason = "Harassment or threats",
  content = "Something nasty",
): Promise<TestCase> {
  const [reporter, reported] = await createMatch(app);
  const sent = await app.call(sendMessage, { body: { receiverId: reporter.id, content } }, reported.token);
  const messageId = sent.body.message._id;
  const body = { userId: reported.id, reason, details: "They go on", messageId };
  const { status } = await app.call(reportMember, { body }, reporter.token);
  if (status !== 201) throw new Error(`not reported: ${status}`);
  return { id: await findOpenCase(app, reported.id), reporter, reported, messageId };
}

/** By somebody who has not been in contact with the member. @returns who, with the number of the report */
export async function addReport(app: TestApp, about: TestMember, reason: ReportReason) {
  const reporter = await createCompleteMember(app);
  await confirmEmail(app, reporter);
  const { status, body } = await app.call(reportMember, { body: { userId: about.id, reason } }, reporter.token);
  if (status !== 201) throw new Error(`not reported: ${status}`);
  return { reporter, number: body.number };
}

export const findOpenCase = async (app: TestApp, memberId: string): Promise<string> =>
  (
    await app.ctx.db
      .selectFrom("cases")
      .select("id")
      .where("member_id", "=", memberId)
      .where("state", "=", "open")
      .executeTakeFirstOrThrow()
  ).id;

/** The reports and notices that are open in a case, for a decision that finds all of them right. */
export async function findAnswerable({ ctx }: Pick<TestApp, "ctx">, caseId: string): Promise<string[]> {
  const open = (await findItems(ctx.db, caseId)).filter(({ doneAt }) => doneAt === null);
  return open.flatMap(({ kind, sourceId }) =>
    kind === "report" || kind === "notice" || kind === "objection" ? [sourceId] : [],
  );
}

import { sendMessage } from "#contract/chat/messages.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { createMatch, type TestMember } from "#server/testing/members.ts";
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

export const findOpenCase = async (app: TestApp, memberId: string): Promise<string> =>
  (
    await app.ctx.db
      .selectFrom("cases")
      .select("id")
      .where("member_id", "=", memberId)
      .where("state", "=", "open")
      .executeTakeFirstOrThrow()
  ).id;

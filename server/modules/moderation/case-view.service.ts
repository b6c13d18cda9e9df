import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { OperatorAction } from "#server/modules/audit/audit.service.ts";
import { lookAtCase } from "#server/modules/cases/cases.service.ts";
import { findLinkedAccounts } from "#server/modules/identities/identities.queries.ts";
import { findPage, findStatus, findSuspension } from "#server/modules/members/members.queries.ts";
import {
  findActs,
  findAppeal,
  findDecisions,
  findShownDecision,
} from "#server/modules/moderation/moderation.queries.ts";
import { findRestrictions } from "#server/modules/restrictions/restrictions.queries.ts";
import { findReport, findReporterRecord } from "#server/modules/safety/safety.queries.ts";

/** A report of a case with its evidence, and how often its reporter was right. */
async function readReport(tx: Tx, id: string) {
  const report = await findReport(tx, id);
  return report ? [{ ...report, reporterRecord: await findReporterRecord(tx, report.reporter_id) }] : [];
}

/** An appeal of a case with the decision that it is about. */
async function readAppealOf(tx: Tx, id: string) {
  const appeal = await findAppeal(tx, id);
  const decision = appeal && (await findShownDecision(tx, appeal.decision_id));
  if (!appeal || !decision) return [];
  return [{ ...appeal, decision: { ...decision, acts: await findActs(tx, decision.id) } }];
}

/**
 * All that operators need to decide a case: its items with their evidence, the member as they are now, and what was
 * decided about them before. The look is recorded in the case's history and in the audit log.
 * @throws AppError not_found
 */
export const showCase = (ctx: Context, by: OperatorAction, caseId: string) =>
  ctx.transact(async (tx) => {
    const seen = await lookAtCase(tx, caseId, by);
    const memberId = seen.case.member_id;
    const [reports, appeals] = [[], []] as [
      Awaited<ReturnType<typeof readReport>>,
      Awaited<ReturnType<typeof readAppealOf>>,
    ];
    for (const { kind, sourceId } of seen.items) {
      if (kind === "report") reports.push(...(await readReport(tx, sourceId)));
      if (kind === "appeal") appeals.push(...(await readAppealOf(tx, sourceId)));
    }
    const page = await findPage(tx, memberId);
    return {
      ...seen,
      member: {
        id: memberId,
        /** Null once the account is deleted. */
        username: page?.username ?? null,
        status: (await findStatus(tx, memberId)) ?? "deleted",
        photos: (page?.photos ?? []).map(({ id, key, alt }) => ({ id, key, alt })),
        suspension: (await findSuspension(tx, memberId)) ?? null,
        restrictions: await findRestrictions(tx, memberId),
        linked: await findLinkedAccounts(tx, memberId),
      },
      reports,
      appeals,
      decisions: await findDecisions(tx, { memberId }),
    };
  });

export type ShownCase = Awaited<ReturnType<typeof showCase>>;

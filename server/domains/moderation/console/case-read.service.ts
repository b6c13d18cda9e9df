import type { HoldReason } from "#contract/moderation/cases.ts";
import type { Context } from "#server/context.ts";
import { findLinkedAccounts } from "#server/domains/accounts/identities/identities.queries.ts";
import { findMembership } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { findJoined, findPage, findStatus, findSuspension } from "#server/domains/members/members.queries.ts";
import { isForColleague } from "#server/domains/moderation/appeals/appeals.service.ts";
import { actorOf } from "#server/domains/moderation/audit/audit.service.ts";
import type { CaseItem } from "#server/domains/moderation/cases/cases.queries.ts";
import { lookAtCase } from "#server/domains/moderation/cases/cases.service.ts";
import {
  findActs,
  findAppeal,
  findDecisions,
  findShownDecision,
} from "#server/domains/moderation/decisions/decisions.queries.ts";
import { findReviewedCheck, holdReasonOf } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import { findNoticesOf } from "#server/domains/moderation/notices/notices.queries.ts";
import { findReport, findReporterRecord } from "#server/domains/moderation/reports/reports.queries.ts";
import { findRestrictions } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { lookAtVerification } from "#server/domains/moderation/verification/verification-decisions.service.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

async function readReport(tx: Tx, id: string) {
  const report = await findReport(tx, id);
  return report ? [{ ...report, reporterRecord: await findReporterRecord(tx, report.reporter_id) }] : [];
}

async function readAppeal(ctx: Context, tx: Tx, me: StaffCaller, id: string) {
  const appeal = await findAppeal(tx, id);
  const decision = appeal && (await findShownDecision(tx, appeal.decision_id));
  if (!appeal || !decision) return [];
  const isForAnother = await isForColleague(ctx, tx, actorOf(me), decision);
  return [{ ...appeal, isForAnother, decision: { ...decision, acts: await findActs(tx, decision.id) } }];
}

async function findHoldReason(db: Db, imageKey: string | null): Promise<HoldReason | null> {
  const check = imageKey === null ? undefined : await findReviewedCheck(db, imageKey);
  return check ? holdReasonOf(check) : null;
}

/** More notices about one member are not read. */
const NOTICES_SHOWN = 50;

async function readNotices(db: Db, items: readonly CaseItem[]) {
  const all = items.filter(({ kind }) => kind === "notice");
  const [open, done] = [all.filter(({ doneAt }) => doneAt === null), all.filter(({ doneAt }) => doneAt !== null)];
  const shown = [...open, ...done].slice(0, NOTICES_SHOWN);
  const found = await findNoticesOf(
    db,
    shown.map(({ sourceId }) => sourceId),
  );
  const byId = new Map(found.map((notice) => [notice.id, notice]));
  const notices = shown.flatMap((item) => {
    const notice = byId.get(item.sourceId);
    return notice ? [{ notice, item }] : [];
  });
  return { notices, moreNotices: all.length - shown.length };
}

/** Not decided since the case was read. Each access is recorded. */
async function readSelfie(tx: Tx, me: StaffCaller, id: string) {
  const { selfieKey, submittedAt, ...selfie } = await lookAtVerification(tx, me, id);
  return selfieKey === null || submittedAt === null ? [] : [{ ...selfie, selfieKey, submittedAt }];
}

async function readMember(tx: Tx, id: string) {
  const page = await findPage(tx, id);
  return {
    id,
    /** Null once the account is deleted. */
    username: page?.username ?? null,
    status: (await findStatus(tx, id)) ?? "deleted",
    joinedAt: (await findJoined(tx, id))?.joined_at ?? null,
    photos: (page?.photos ?? []).map(({ id: photoId, key }) => ({ id: photoId, key })),
    suspension: (await findSuspension(tx, id)) ?? null,
    restrictions: await findRestrictions(tx, id),
    membership: await findMembership(tx, id),
    linked: await findLinkedAccounts(tx, id),
  };
}

const readAll = async <Row>(ids: readonly string[], readOne: (id: string) => Promise<Row[]>): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const id of ids) rows.push(...(await readOne(id)));
  return rows;
};

/**
 * The access is recorded in the case's history and in the audit log, with the reader's reason. The presenter leaves out
 * parts that are not for the reader's role.
 * @throws AppError not_found
 */
export const readCase = (ctx: Context, me: StaffCaller, caseId: string) =>
  ctx.transact(async (tx) => {
    const seen = await lookAtCase(tx, caseId, me);
    const { member_id: memberId, image_key: imageKey } = seen.case;
    const idsOf = (wanted: CaseItem["kind"], items = seen.items) =>
      items.flatMap(({ kind, sourceId }) => (kind === wanted ? [sourceId] : []));
    const open = seen.items.filter(({ doneAt }) => doneAt === null);
    return {
      ...seen,
      ...(await readNotices(tx, seen.items)),
      member: await readMember(tx, memberId),
      holdReason: await findHoldReason(tx, imageKey),
      reports: await readAll(idsOf("report"), (id) => readReport(tx, id)),
      appeals: await readAll(idsOf("appeal"), (id) => readAppeal(ctx, tx, me, id)),
      selfies: await readAll(idsOf("verification", open), (id) => readSelfie(tx, me, id)),
      decisions: await findDecisions(tx, memberId),
    };
  });

export type ReadCase = Awaited<ReturnType<typeof readCase>>;

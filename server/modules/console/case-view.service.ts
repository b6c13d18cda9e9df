import type { CaseDetail } from "#contract/moderation-cases.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import type { EvidenceSize } from "#server/http/register-staff-endpoint.ts";
import { recordActionNow } from "#server/modules/audit/audit.service.ts";
import { claimantOf, lookAtCase } from "#server/modules/cases/cases.service.ts";
import {
  claimOf,
  imageUrl,
  nameOf,
  presentAppeal,
  presentClaim,
  presentDecision,
  presentOtherCase,
  presentReport,
} from "#server/modules/console/console.present.ts";
import { isImageOfCase } from "#server/modules/console/console.queries.ts";
import { getCaseFor } from "#server/modules/console/queue.service.ts";
import { findLinkedAccounts } from "#server/modules/identities/identities.queries.ts";
import { findCard, findJoined, findStatus } from "#server/modules/members/members.queries.ts";
import { findAppeal, findDecision, findDecisions } from "#server/modules/moderation/moderation.queries.ts";
import { findReport, findReporterRecord } from "#server/modules/safety/safety.queries.ts";
import { findStaffNames } from "#server/modules/staff/staff.queries.ts";
import { byStaff, type StaffCaller } from "#server/modules/staff/staff-login.service.ts";

async function findReports(db: Db, ids: readonly string[]) {
  const found = [];
  for (const id of ids) {
    const report = await findReport(db, id);
    if (report) found.push({ report, record: await findReporterRecord(db, report.reporter_id) });
  }
  return found;
}

/** Appeals that are not decided, with the decisions that they are about. */
async function findOpenAppeals(db: Db, ids: readonly string[]) {
  const found = [];
  for (const id of ids) {
    const appeal = await findAppeal(db, id);
    const decision = appeal && (await findDecision(db, appeal.decision_id));
    if (appeal && decision) found.push({ appeal, decision });
  }
  return found;
}

/** A case with its evidence, history and what is known about the member. The look is recorded. */
export async function viewCase(ctx: Context, me: StaffCaller, caseId: string): Promise<{ case: CaseDetail }> {
  await getCaseFor(ctx, me, caseId);
  const look = await ctx.transact((tx) => lookAtCase(tx, caseId, byStaff(me)));
  const { case: row, items, events, memberNotes, otherCases } = look;
  const memberId = row.member_id;
  const [card, status, joined, linked, reports] = await Promise.all([
    findCard(ctx.db, memberId),
    findStatus(ctx.db, memberId),
    findJoined(ctx.db, memberId),
    findLinkedAccounts(ctx.db, memberId),
    findReports(
      ctx.db,
      items.filter(({ kind }) => kind === "report").map(({ sourceId }) => sourceId),
    ),
  ]);
  const claimant = claimantOf(row, ctx.now());
  const open = items.filter(({ doneAt }) => doneAt === null);
  const [decisions, appeals] = await Promise.all([
    findDecisions(ctx.db, { memberId }),
    findOpenAppeals(
      ctx.db,
      open.filter(({ kind }) => kind === "appeal").map(({ sourceId }) => sourceId),
    ),
  ]);
  const actors = [...events, ...memberNotes]
    .flatMap(({ actor }) => actor ?? [])
    .concat(decisions.map(({ decidedBy }) => decidedBy))
    .concat(appeals.map(({ decision }) => decision.decided_by));
  const names = await findStaffNames(ctx.db, claimant === undefined ? actors : [...actors, claimant]);
  const photos = card?.photos ?? [];
  const photoIds = new Set(photos.map(({ id }) => id));
  const picture = row.image_key === null ? [] : [{ key: row.image_key, caption: "picture", photoId: null }];
  const current = photos.map(({ id, key }, i) => ({ key, caption: `photo ${i + 1}`, photoId: id }));
  return {
    case: {
      _id: row.id,
      kind: row.kind,
      memberId,
      username: card?.username ?? null,
      score: row.score,
      dueAt: row.due_at.toISOString(),
      openedAt: row.opened_at.toISOString(),
      version: row.version,
      itemKinds: [...new Set(open.map(({ kind }) => kind))],
      items: open.length,
      claim: presentClaim(claimOf({ claimedBy: claimant ?? null, claimedUntil: row.claimed_until }), {
        names,
        me: me.id,
      }),
      isOpen: row.state === "open",
      subject: {
        status: status ?? null,
        joinedAt: joined?.joined_at.toISOString() ?? null,
        images: [...picture, ...current].map(({ key, ...image }) => ({ ...image, url: imageUrl(caseId, key) })),
      },
      reports: reports.map(({ report, record }) => presentReport(caseId, report, record, photoIds)),
      appeals: appeals.map(({ appeal, decision }) => presentAppeal(appeal, decision, { names, me: me.id })),
      decisions: decisions.map((one) => presentDecision(one, names)),
      history: events.map(({ at, kind, actor, note }) => ({
        at: at.toISOString(),
        kind,
        by: actor === null ? null : nameOf(names, actor),
        note,
      })),
      memberNotes: memberNotes.map(({ note, actor, createdAt }) => ({
        note,
        by: nameOf(names, actor),
        at: createdAt.toISOString(),
      })),
      otherCases: otherCases.map(presentOtherCase),
      linked: linked.map(({ id, username, status: linkedStatus, kinds, is_banned }) => ({
        memberId: id,
        username,
        status: linkedStatus,
        kinds,
        isBanned: is_banned,
      })),
    },
  };
}

/**
 * An image of a case. The look at one in full size is recorded.
 * @throws AppError not_found, also for an image of another case; staff_forbidden
 */
export async function openCaseImage(
  ctx: Context,
  me: StaffCaller,
  { caseId, key, size }: { readonly caseId: string; readonly key: string; readonly size: EvidenceSize },
) {
  await getCaseFor(ctx, me, caseId);
  const image = (await isImageOfCase(ctx.db, caseId, key)) ? await ctx.photos.read(key, `${size}.webp`) : undefined;
  if (!image) throw new AppError("not_found");
  if (size === "full") await recordActionNow(ctx, byStaff(me), { action: "look at picture", target: caseId });
  return image;
}

import { type CaseKind, kindsOf } from "#contract/moderation/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { claimantOf, listCases, releaseCase } from "#server/domains/moderation/cases/cases.service.ts";
import { claimOf, presentClaim, presentQueued } from "#server/domains/moderation/console/queue.present.ts";
import { assertWorksOn, type StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { listAccessKey } from "#server/domains/moderation/staff/list-access.ts";
import { findStaffNames } from "#server/domains/moderation/staff/staff.queries.ts";

const PAGE = 50;

/** @throws AppError staff_forbidden for a kind that the caller's role does not work on */
export async function listQueue(
  ctx: Context,
  me: StaffCaller,
  {
    kind,
    limit = PAGE,
    cursor,
  }: { kind?: CaseKind | undefined; limit?: number | undefined; cursor?: string | undefined },
) {
  if (kind) assertWorksOn(me, kind);
  const kinds = kind ? [kind] : kindsOf(me.role);
  // A filter means what it says.
  const withSelfies = kind === undefined && kinds.includes("picture");
  const options = { kinds, withSelfies, limit, after: cursor };
  const accessKey = listAccessKey(ctx, me, ["cases", ...kinds, String(withSelfies), limit, cursor]);
  const { cases, nextCursor } = await listCases(ctx, me, options, accessKey);
  const names = await findStaffNames(
    ctx.db,
    cases.flatMap((one) => one.claimedBy ?? []),
  );
  return { cases: cases.map((one) => presentQueued(one, names, me)), nextCursor };
}

/** @param until see `releaseCase` @returns the claim that is in force then */
export async function leaveCase(ctx: Context, me: StaffCaller, caseId: string, until: string) {
  const row = await releaseCase(ctx, me, caseId, new Date(until));
  const claimant = claimantOf(row, ctx.now());
  const claim = claimOf({ claimedBy: claimant ?? null, claimedUntil: row.claimed_until });
  const names = await findStaffNames(ctx.db, claimant === undefined ? [] : [claimant]);
  return { claim: presentClaim(claim, { names, me: me.staffId }) };
}

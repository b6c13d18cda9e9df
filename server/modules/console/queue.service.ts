import { type CaseKind, kindsOf } from "#contract/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { type CaseRow, findIsAboutSelfies } from "#server/modules/cases/cases.queries.ts";
import {
  claimantOf,
  getCase,
  listCases,
  noteCase,
  noteMember,
  releaseCase,
} from "#server/modules/cases/cases.service.ts";
import { lookKey } from "#server/modules/console/looks.ts";
import { claimOf, presentClaim, presentQueued } from "#server/modules/console/queue.present.ts";
import { findStaffNames } from "#server/modules/staff/staff.queries.ts";
import { byStaff, type StaffCaller } from "#server/modules/staff/staff-login.service.ts";

const PAGE = 50;

/** Rejects a case of a kind that the caller's role does not work on. */
export function assertWorksOn({ role }: StaffCaller, kind: CaseKind): void {
  if (!kindsOf(role).includes(kind)) throw new AppError("staff_forbidden");
}

/**
 * Every use of a case goes through it. Who works on pictures also works on cases about selfies only, which hold no
 * conversation.
 * @throws AppError not_found, staff_forbidden
 */
export async function getCaseFor(ctx: Context, me: StaffCaller, caseId: string): Promise<CaseRow> {
  const row = await getCase(ctx.db, caseId);
  if (!(kindsOf(me.role).includes("picture") && (await findIsAboutSelfies(ctx.db, caseId))))
    assertWorksOn(me, row.kind);
  return row;
}

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
  const look = lookKey(ctx, me, ["cases", ...kinds, String(withSelfies), limit, cursor]);
  const { cases, nextCursor } = await listCases(ctx, byStaff(me), options, look);
  const names = await findStaffNames(
    ctx.db,
    cases.flatMap((one) => one.claimedBy ?? []),
  );
  return { cases: cases.map((one) => presentQueued(one, names, me.id)), nextCursor };
}

export async function releaseFor(ctx: Context, me: StaffCaller, caseId: string, until: string) {
  await getCaseFor(ctx, me, caseId);
  const row = await releaseCase(ctx, caseId, byStaff(me), new Date(until));
  const claimant = claimantOf(row, ctx.now());
  const claim = claimOf({ claimedBy: claimant ?? null, claimedUntil: row.claimed_until });
  const names = await findStaffNames(ctx.db, claimant === undefined ? [] : [claimant]);
  return { claim: presentClaim(claim, { names, me: me.id }) };
}

export async function addNote(
  ctx: Context,
  me: StaffCaller,
  caseId: string,
  { note, about }: { readonly note: string; readonly about: "case" | "member" },
) {
  const row = await getCaseFor(ctx, me, caseId);
  // Who does not see the notes about members writes none.
  if (about === "member") assertWorksOn(me, "member");
  await (about === "case"
    ? noteCase(ctx, caseId, byStaff(me), note)
    : noteMember(ctx, row.member_id, byStaff(me), note));
  return {};
}

import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { usernameKey } from "#server/domains/members/profiles/profiles.policy.ts";
import { type OperatorAction, recordAction, recordListAccess } from "#server/domains/moderation/audit/audit.service.ts";
import { noticeDueAt } from "#server/domains/moderation/notices/notices.policy.ts";
import {
  findMemberOfNotice,
  findNotice,
  findNotices,
  findUnassignedNotices,
} from "#server/domains/moderation/notices/notices.queries.ts";
import { attachNotice, settleNotices } from "#server/domains/moderation/notices/notices.service.ts";
import { lockNotice, updateMember } from "#server/domains/moderation/notices/notices.statements.ts";
import { type Actor, assertWorksOn } from "#server/domains/moderation/staff/actor.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";

/**
 * A notice about a known member is part of that member's case and decided with it; one that leads to nobody is assigned
 * to a member or closed here.
 */

const unknownNotice = (id: string) => new AppError("not_found", `Notice ${id} was not found.`);

export const listNotices = (ctx: Context, by: OperatorAction, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const notices = await findNotices(tx, { all, limit });
    await recordAction(tx, by, { action: "list notices", details: { count: notices.length } });
    return notices.map((notice) => ({ ...notice, due_at: noticeDueAt(notice.kind, notice.waiting_since) }));
  });

/** More notices are not read in the console. */
const UNASSIGNED_SHOWN = 100;

/**
 * Open notices. The access is recorded.
 * @param accessKey of a list that a page reads again by itself; see `recordListAccess`
 * @throws AppError staff_forbidden
 */
export function listUnassignedNotices(ctx: Context, actor: Actor, accessKey: string) {
  assertWorksOn(actor, "member");
  return ctx.transact(async (tx) => {
    const notices = await findUnassignedNotices(tx, UNASSIGNED_SHOWN);
    await recordListAccess(tx, actor, { action: "list notices", ids: notices.map(({ id }) => id) }, accessKey);
    return notices.map((notice) => ({ ...notice, due_at: noticeDueAt(notice.kind, notice.waiting_since) }));
  });
}

/** @throws AppError not_found */
export const showNotice = (ctx: Context, by: OperatorAction, id: string) =>
  ctx.transact(async (tx) => {
    const notice = validate(id) ? await findNotice(tx, id) : undefined;
    if (!notice) throw unknownNotice(id);
    await recordAction(tx, by, { action: "show notice", target: id });
    return { ...notice, due_at: noticeDueAt(notice.kind, notice.waiting_since) };
  });

/** @throws AppError not_found, case_changed */
async function lockUnassigned(tx: Tx, id: string) {
  const notice = validate(id) ? await lockNotice(tx, id) : undefined;
  if (!notice) throw unknownNotice(id);
  if (notice.member_id !== null)
    throw new AppError("case_changed", "The notice belongs to the case of a member, and is decided there.");
  if (notice.decided_at !== null) throw new AppError("case_changed", "The notice is already closed.");
  return notice;
}

/**
 * @returns the id of the case
 * @throws AppError staff_forbidden; invalid for a name that no member has; not_found; case_changed if the notice
 * belongs to a case already, or is closed
 */
export function assignNotice(ctx: Context, actor: Actor, id: string, username: string): Promise<{ caseId: string }> {
  assertWorksOn(actor, "member");
  return ctx.transact(async (tx) => {
    const memberId = await findMemberOfNotice(tx, { profileId: undefined, usernameKey: usernameKey(username) });
    if (memberId === undefined) throw AppError.field("invalid", "username", "No member has this name");
    const notice = await lockUnassigned(tx, id);
    await updateMember(tx, id, memberId);
    const caseId = await attachNotice(tx, { id, kind: notice.kind, memberId, at: notice.waiting_since, isKnown: true });
    await recordAction(tx, actor, { action: "assign notice", target: id, details: { member: memberId } });
    return { caseId };
  });
}

/**
 * The sender is informed that nothing was found.
 * @throws AppError staff_forbidden, not_found; case_changed if it belongs to a case, or is closed
 */
export function closeNotice(ctx: Context, actor: Actor, id: string): Promise<void> {
  assertWorksOn(actor, "member");
  return ctx.transact(async (tx) => {
    await lockUnassigned(tx, id);
    await settleNotices(ctx, tx, [id], "unfounded");
    await recordAction(tx, actor, { action: "close notice", target: id });
  });
}

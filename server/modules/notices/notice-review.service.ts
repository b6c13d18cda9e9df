import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { type OperatorAction, recordAction, recordLook } from "#server/modules/audit/audit.service.ts";
import { findLooseNotices, findNotice, findNotices } from "#server/modules/notices/notices.queries.ts";
import { lockNotice, updateMember } from "#server/modules/notices/notices.repo.ts";
import { attachNotice, noticeDueAt, settleNotices } from "#server/modules/notices/notices.service.ts";

/**
 * What operators do with notices. One about a known member is part of that member's case and decided with it; one that
 * leads to nobody is assigned to a member or closed here.
 */

const unknownNotice = (id: string) => new AppError("not_found", `Notice ${id} was not found.`);

/** Notices with the time when a decision is due. */
export const listNotices = (ctx: Context, by: OperatorAction, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const notices = await findNotices(tx, { all, limit });
    await recordAction(tx, by, { action: "list notices", details: { count: notices.length } });
    return notices.map((notice) => ({ ...notice, due_at: noticeDueAt(notice.kind, notice.created_at) }));
  });

/**
 * Open notices that lead to no member, with what they say and the time when a decision is due. The look is recorded.
 * @param lookKey of a list that a page reads again by itself; see `recordLook`
 */
export const listLooseNotices = (ctx: Context, by: OperatorAction, limit: number, lookKey: string) =>
  ctx.transact(async (tx) => {
    const notices = await findLooseNotices(tx, limit);
    await recordLook(tx, by, { action: "list notices", ids: notices.map(({ id }) => id) }, lookKey);
    return notices.map((notice) => ({ ...notice, due_at: noticeDueAt(notice.kind, notice.created_at) }));
  });

/** @throws AppError not_found */
export const showNotice = (ctx: Context, by: OperatorAction, id: string) =>
  ctx.transact(async (tx) => {
    const notice = validate(id) ? await findNotice(tx, id) : undefined;
    if (!notice) throw unknownNotice(id);
    await recordAction(tx, by, { action: "show notice", target: id });
    return { ...notice, due_at: noticeDueAt(notice.kind, notice.created_at) };
  });

/** Locks a notice that belongs to no case and is not decided. @throws AppError not_found, case_changed */
async function lockUnassigned(tx: Tx, id: string) {
  const notice = validate(id) ? await lockNotice(tx, id) : undefined;
  if (!notice) throw unknownNotice(id);
  if (notice.member_id !== null)
    throw new AppError("case_changed", "The notice belongs to the case of a member, and is decided there.");
  if (notice.decided_at !== null) throw new AppError("case_changed", "The notice is already closed.");
  return notice;
}

/**
 * Makes a notice part of the case of a member.
 * @param memberId an existing member
 * @throws AppError not_found; case_changed if it belongs to a case already, or is closed
 */
export const assignNotice = (ctx: Context, by: OperatorAction, id: string, memberId: string) =>
  ctx.transact(async (tx) => {
    const notice = await lockUnassigned(tx, id);
    await updateMember(tx, id, memberId);
    await attachNotice(ctx, tx, { id, kind: notice.kind, memberId, at: notice.created_at });
    await recordAction(tx, by, { action: "assign notice", target: id, details: { member: memberId } });
    return { id, memberId };
  });

/**
 * Closes a notice that leads to no member, and tells its sender that nothing was found.
 * @throws AppError not_found; case_changed if it belongs to a case, or is closed
 */
export const closeNotice = (ctx: Context, by: OperatorAction, id: string) =>
  ctx.transact(async (tx) => {
    await lockUnassigned(tx, id);
    await settleNotices(ctx, tx, [id], { isUpheld: false, isUnexamined: false });
    await recordAction(tx, by, { action: "close notice", target: id });
    return { id };
  });

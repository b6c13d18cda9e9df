import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { usernameKey } from "#server/domains/members/profiles/profiles.policy.ts";
import {
  actorOf,
  type OperatorAction,
  recordAction,
  recordListAccess,
} from "#server/domains/moderation/audit/audit.service.ts";
import { noticeDueAt } from "#server/domains/moderation/notices/notices.policy.ts";
import {
  findMemberOfNotice,
  findNotice,
  findNotices,
  findUnassignedNotices,
} from "#server/domains/moderation/notices/notices.queries.ts";
import { attachNotice, settleNotices } from "#server/domains/moderation/notices/notices.service.ts";
import { lockNotice, updateMember } from "#server/domains/moderation/notices/notices.statements.ts";
import { findObjection } from "#server/domains/moderation/objections/objections.queries.ts";
import { type OpenObjection, readOpenObjection } from "#server/domains/moderation/objections/objections.service.ts";
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
    const objections = new Map<string, OpenObjection>();
    for (const { id, isRenewed } of notices) {
      const objection = isRenewed ? await readOpenObjection(ctx, tx, actorOf(actor), id) : undefined;
      if (objection) objections.set(id, objection);
    }
    return notices.map((notice) => ({
      ...notice,
      due_at: noticeDueAt(notice.kind, notice.waiting_since),
      objection: objections.get(notice.id),
    }));
  });
}

/** @throws AppError not_found */
export const showNotice = (ctx: Context, by: OperatorAction, id: string) =>
  ctx.transact(async (tx) => {
    const notice = validate(id) ? await findNotice(tx, id) : undefined;
    if (!notice) throw unknownNotice(id);
    await recordAction(tx, by, { action: "show notice", target: id });
    const objection = (await findObjection(tx, id))?.words ?? null;
    return { ...notice, due_at: noticeDueAt(notice.kind, notice.waiting_since), objection };
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
    const isAgain = (await findObjection(tx, id)) !== undefined;
    const at = notice.waiting_since;
    const caseId = await attachNotice(tx, { id, kind: notice.kind, memberId, at, isKnown: true, isAgain });
    await recordAction(tx, actor, { action: "assign notice", target: id, details: { member: memberId } });
    return { caseId };
  });
}

/**
 * The sender is informed that nothing was found.
 * @throws AppError staff_forbidden, not_found; case_changed if it belongs to a case, or is closed; appeal_own_decision if
 * its sender objects, and a colleague of the actor has to look at it
 */
export function closeNotice(ctx: Context, actor: Actor, id: string): Promise<void> {
  assertWorksOn(actor, "member");
  return ctx.transact(async (tx) => {
    await lockUnassigned(tx, id);
    if ((await readOpenObjection(ctx, tx, actorOf(actor), id))?.isForAnother) throw new AppError("appeal_own_decision");
    await settleNotices(ctx, tx, [id], "unfounded");
    await recordAction(tx, actor, { action: "close notice", target: id });
  });
}

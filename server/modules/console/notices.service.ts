import type { LooseNotice } from "#contract/moderation-notices.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { findCaseOfItem } from "#server/modules/cases/cases.queries.ts";
import { lookKey } from "#server/modules/console/looks.ts";
import { assertWorksOn } from "#server/modules/console/queue.service.ts";
import { assignNotice, closeNotice, listLooseNotices } from "#server/modules/notices/notice-review.service.ts";
import { findMemberOfNotice } from "#server/modules/notices/notices.queries.ts";
import { usernameKey } from "#server/modules/profiles/profiles.policy.ts";
import { byStaff, type StaffCaller } from "#server/modules/staff/staff-login.service.ts";

/** Notices that lead to no member, for who works on cases about members. */

const LISTED = 100;

export async function listNoticesFor(ctx: Context, me: StaffCaller): Promise<{ notices: LooseNotice[] }> {
  assertWorksOn(me, "member");
  const notices = await listLooseNotices(ctx, byStaff(me), LISTED, lookKey(ctx, me, ["notices"]));
  return {
    notices: notices.map(({ id, number, kind, place, details, username, due_at }) => ({
      _id: id,
      number,
      kind,
      dueAt: due_at.toISOString(),
      place,
      details,
      username,
    })),
  };
}

/** @throws AppError invalid for a name that no member has; not_found, case_changed, staff_forbidden */
export async function assignNoticeFor(ctx: Context, me: StaffCaller, id: string, username: string) {
  assertWorksOn(me, "member");
  const memberId = await findMemberOfNotice(ctx.db, { profileId: undefined, usernameKey: usernameKey(username) });
  if (memberId === undefined) throw AppError.field("invalid", "username", "No member has this name");
  await assignNotice(ctx, byStaff(me), id, memberId);
  const found = await findCaseOfItem(ctx.db, "notice", id);
  if (!found) throw new Error("an assigned notice has no case");
  return { caseId: found.id };
}

export async function closeNoticeFor(ctx: Context, me: StaffCaller, id: string) {
  assertWorksOn(me, "member");
  await closeNotice(ctx, byStaff(me), id);
  return {};
}

import type { StaffRole } from "#contract/moderation/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { hashToken, newToken } from "#server/domains/accounts/accounts.policy.ts";
import { type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { findStaff, findStaffMember } from "#server/domains/moderation/staff/staff.queries.ts";
import {
  deleteAccess,
  insertInvitation,
  insertStaffMember,
  lockStaffMember,
  markRemoved,
  updateRole,
} from "#server/domains/moderation/staff/staff.repo.ts";
import { CommandError } from "#server/errors.ts";
import { type Tx, violatedConstraint } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";

/** For operators only. The console itself cannot create or change accounts of the staff. */

/** In the fragment, which browsers send to no server, so the token is in no log. */
const invitationLink = (ctx: Context, token: string): string => `${ctx.consoleSite()}/moderation/invitation#${token}`;

/** Deletes all access of the person. @returns the link */
async function invite(ctx: Context, tx: Tx, staffId: string): Promise<string> {
  const token = newToken();
  await deleteAccess(tx, staffId);
  await insertInvitation(tx, staffId, hashToken(token));
  return invitationLink(ctx, token);
}

async function lockByName(tx: Tx, idOrName: string) {
  const found = await findStaffMember(tx, idOrName);
  if (!found) throw new CommandError(`No person of the staff is called ${idOrName}.`);
  await lockStaffMember(tx, found.id);
  const locked = await findStaffMember(tx, found.id);
  if (!locked) throw new CommandError(`${found.name} was removed from the staff.`);
  return locked;
}

/** @returns the link to make a passkey @throws CommandError if somebody has the name */
export async function inviteStaffMember(ctx: Context, by: OperatorAction, name: string, role: StaffRole) {
  const id = newId();
  try {
    return await ctx.transact(async (tx) => {
      await insertStaffMember(tx, id, name, role);
      const link = await invite(ctx, tx, id);
      await recordAction(tx, by, { action: "invite staff", target: id, details: { role } });
      return { id, name, role, link };
    });
  } catch (error) {
    if (violatedConstraint(error) !== "staff_members_by_name") throw error;
    throw new CommandError(`${name} is on the staff already. Use \`staff reset\` for a new invitation.`);
  }
}

export const listStaff = (ctx: Context, by: OperatorAction) =>
  ctx.transact(async (tx) => {
    const people = await findStaff(tx);
    await recordAction(tx, by, { action: "list staff", details: { count: people.length } });
    return people;
  });

/** Takes effect at the next request. */
export const setStaffRole = (ctx: Context, by: OperatorAction, idOrName: string, role: StaffRole) =>
  ctx.transact(async (tx) => {
    const { id, name, role: was } = await lockByName(tx, idOrName);
    await updateRole(tx, id, role);
    await recordAction(tx, by, { action: "set staff role", target: id, details: { was, role } });
    return { id, name, was, role };
  });

/** For a lost device: ends the sessions, deletes the passkeys and invites the person again. */
export const resetStaffMember = (ctx: Context, by: OperatorAction, idOrName: string) =>
  ctx.transact(async (tx) => {
    const { id, name, role } = await lockByName(tx, idOrName);
    const link = await invite(ctx, tx, id);
    await recordAction(tx, by, { action: "reset staff", target: id });
    return { id, name, role, link };
  });

/** Ends all access at once. The person's name stays for the history of their cases. */
export const removeStaffMember = (ctx: Context, by: OperatorAction, idOrName: string) =>
  ctx.transact(async (tx) => {
    const { id, name } = await lockByName(tx, idOrName);
    await deleteAccess(tx, id);
    await markRemoved(tx, id);
    await recordAction(tx, by, { action: "remove staff", target: id });
    return { id, name };
  });

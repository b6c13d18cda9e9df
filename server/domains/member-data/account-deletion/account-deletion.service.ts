import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import {
  findVerifyTokenMember,
  invalidLinkError,
  lockUnverifiedToken,
} from "#server/domains/accounts/email/email-tokens.service.ts";
import { reauthenticate } from "#server/domains/accounts/login/passwords.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { insertErasure } from "#server/domains/member-data/account-deletion/erasures.repo.ts";
import { MEMBER_DATA } from "#server/domains/member-data/export/all-member-data.ts";
import { CLOSE_PHASES, eraseRows } from "#server/domains/members/member-data/member-data.ts";
import { lockMemberExclusive, lockMemberForDeletion } from "#server/domains/members/members.service.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { AUTOMATIC, type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { findEndedAccounts } from "#server/domains/moderation/decisions/decisions.queries.ts";
import { resolveMember } from "#server/domains/moderation/operators/members.service.ts";
import { CommandError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { tryEach } from "#server/platform/lib/batcher.ts";

/**
 * Deletes an account: the person, all that lets others see them, and their logins, in this transaction, whose size does
 * not depend on what the member has; a job that it sends erases the rest (`erasing.service.ts`), which nobody sees
 * meanwhile. What stays: an id and a time, anonymous ledger entries, messages of others, reports and identities for their
 * retention, and for `RETENTION_DAYS` the profile and recent messages, if anyone can still report the member. A
 * concurrent action on the member commits first and is deleted, too, or waits and finds a deleted member.
 * @param checked the password's hash when it was checked; undefined if it was not checked
 * @throws AppError wrong_password if the password was changed since; unauthorized if the account was deleted
 */
export async function eraseAccount(ctx: Context, tx: Tx, id: string, checked: string | undefined): Promise<void> {
  await lockMemberForDeletion(tx, id);
  for (const phase of CLOSE_PHASES) {
    for (const { tables, close } of Object.values(MEMBER_DATA)) {
      if (phase === "rows") await eraseRows(tx, id, tables);
      await close?.[phase]?.({ ctx, tx, id, checked });
    }
  }
  await insertErasure(tx, id);
  await ctx.jobs.send(tx, "erase-account", { memberId: id });
}

const TERM_OVER: OperatorAction = { ...AUTOMATIC, reason: "the term of an ended account is over" };

/** Each account has its own transaction. The ban stays. @throws as `tryEach` */
export async function eraseEndedAccounts(ctx: Context): Promise<void> {
  await tryEach(await findEndedAccounts(ctx.db, ctx.now()), (id) =>
    ctx.transact(async (tx) => {
      await lockStatus(tx, id);
      // The suspension may have been lifted meanwhile.
      if ((await findEndedAccounts(tx, ctx.now(), id)).length === 0) return;
      await eraseAccount(ctx, tx, id, undefined);
      await recordAction(tx, TERM_OVER, { action: "delete", target: id });
    }),
  );
}

/** @throws AppError wrong_password, rate_limited; unauthorized if the account was deleted or suspended meanwhile */
export async function deleteAccount(ctx: Context, me: Caller, password: string, origin: ClientOrigin) {
  const { passwordHash, attempt } = await reauthenticate(ctx, me, { password, field: "password", origin });
  await attempt.succeeded();
  await ctx.transact(async (tx) => {
    await lockMemberExclusive(tx, me.id);
    await eraseAccount(ctx, tx, me.id, passwordHash);
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("account", me.id, origin), outcome: "deleted" });
  });
  return {};
}

/**
 * For an account that was created with another person's address.
 * @param network as rate limits count it
 * @throws AppError token_invalid
 */
export async function removeAddress(ctx: Context, token: string, network: string) {
  const id = await findVerifyTokenMember(ctx.db, token);
  await ctx.transact(async (tx) => {
    await lockMemberForDeletion(tx, id, invalidLinkError());
    await lockUnverifiedToken(tx, token);
    await eraseAccount(ctx, tx, id, undefined);
    await recordSecurityEvent(ctx, tx, { kind: "account", outcome: "address_removed", memberId: id, network });
  });
  return {};
}

/**
 * Takes only an id, because a deletion cannot be undone and a username is easy to mistype.
 * @throws CommandError if there is no such member
 */
export const deleteMember = async (ctx: Context, by: OperatorAction, id: string) => {
  if (!validate(id)) throw new CommandError("Specify the member by id (see `show`).");
  return ctx.transact(async (tx) => {
    const { username } = await resolveMember(tx, id);
    await eraseAccount(ctx, tx, id, undefined);
    await recordAction(tx, by, { action: "delete", target: id });
    return { id, username };
  });
};

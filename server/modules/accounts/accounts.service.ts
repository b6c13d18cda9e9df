import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { emailKey } from "#server/modules/accounts/accounts.policy.ts";
import { findAccountById } from "#server/modules/accounts/accounts.queries.ts";
import {
  deleteAccount,
  deleteAllEmailTokens,
  deleteEmailChange,
  deleteExpiredEmailChanges,
  deleteExpiredEmailTokens,
  deleteOldNoticeAddresses,
  insertAccount,
  lockAccountRow,
  lockPassword,
} from "#server/modules/accounts/accounts.repo.ts";
import { deleteExpiredSessions, deleteSessions } from "#server/modules/accounts/sessions.repo.ts";
import type { SecurityEvent, SecurityEventKind } from "#server/modules/security-events/security-events.service.ts";

interface NewAccount {
  readonly memberId: string;
  readonly email: string;
  readonly passwordHash: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
  /** Null for demo members. */
  readonly termsVersion: string | null;
}

/** A taken address violates the constraint `accounts_email_normalized_key`. */
export const createAccount = (
  tx: Tx,
  { memberId, email, passwordHash, dateOfBirth, termsVersion }: NewAccount,
): Promise<void> =>
  insertAccount(tx, {
    member_id: memberId,
    email,
    email_normalized: emailKey(email),
    password_hash: passwordHash,
    date_of_birth: dateOfBirth,
    terms_version: termsVersion,
  });

/** The client that sent a request. */
export interface ClientOrigin {
  /** As rate limits count it. Stored as a keyed hash only. */
  readonly address: string;
  /** Such as 'Chrome on Android'. */
  readonly device: string;
  /** The request's `Cookie` header. */
  readonly cookies: string | undefined;
  /** Of a request that logs in: the random id of the browser, by which accounts of one device are linked. */
  readonly browserId?: string | undefined;
}

/** A security event about a member's own request. */
export const securityEventFor = (
  kind: SecurityEventKind,
  memberId: string,
  { address: network, device }: Pick<ClientOrigin, "address" | "device">,
): Omit<SecurityEvent, "outcome"> => ({ kind, memberId, network, device });

/**
 * Locks an account. Logins, password changes and changes of the factors of one member come one after another.
 * @returns undefined if the account was deleted
 */
export const lockAccount = (tx: Tx, memberId: string) => lockAccountRow(tx, memberId);

/**
 * Deletes a member's account with its sessions, email tokens and pending email change, and disconnects their sockets.
 * @param passwordHash as it was when the member reauthenticated; undefined if they did not
 * @throws AppError wrong_password, if the password was changed since
 */
export async function deleteAccountRows(
  ctx: Context,
  tx: Tx,
  memberId: string,
  passwordHash: string | undefined,
): Promise<void> {
  await deleteAllEmailTokens(tx, memberId);
  await deleteEmailChange(tx, memberId);
  // A concurrent login either commits first, and its session is deleted here, or waits and finds no account.
  const expected = passwordHash ?? (await findAccountById(tx, memberId))?.password_hash;
  if (expected !== undefined && !(await lockPassword(tx, memberId, expected)))
    throw AppError.field("wrong_password", "password");
  await deleteSessions(tx, memberId);
  await deleteAccount(tx, memberId);
  await ctx.jobs.forget(tx, memberId);
  tx.afterCommit(() => ctx.realtime.disconnectMember(memberId));
}

export async function purgeExpiredAccountRows(tx: Tx): Promise<void> {
  await deleteExpiredSessions(tx);
  await deleteExpiredEmailTokens(tx);
  await deleteExpiredEmailChanges(tx);
  await deleteOldNoticeAddresses(tx);
}

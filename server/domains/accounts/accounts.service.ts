import type { Context } from "#server/context.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import { findAccountById } from "#server/domains/accounts/accounts.queries.ts";
import { deleteAccount, insertAccount, lockPassword } from "#server/domains/accounts/accounts.repo.ts";
import { deleteEmailChange } from "#server/domains/accounts/email/email-change.repo.ts";
import { deleteAllEmailTokens } from "#server/domains/accounts/email/email-tokens.repo.ts";
import type {
  SecurityEvent,
  SecurityEventKind,
} from "#server/domains/accounts/security-events/security-events.statements.ts";
import { deleteSessions } from "#server/domains/accounts/sessions/sessions.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Turn } from "#server/platform/http/visitor-queue.ts";

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

export interface ClientOrigin {
  /** As rate limits count it. Stored as a keyed hash only. */
  readonly address: string;
  /** Such as 'Chrome on Android'. */
  readonly device: string;
  /** The request's `Cookie` header. */
  readonly cookies: string | undefined;
  /** The random id of the browser that logs in, by which accounts of one device are linked. */
  readonly browserId?: string | undefined;
  /** For what waits in line. */
  readonly turn?: Turn;
}

export const securityEventFor = (
  kind: SecurityEventKind,
  memberId: string,
  { address: network, device }: Pick<ClientOrigin, "address" | "device">,
): Omit<SecurityEvent, "outcome"> => ({ kind, memberId, network, device });

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
  tx.afterCommit(() => ctx.realtime.disconnectMember(memberId));
}

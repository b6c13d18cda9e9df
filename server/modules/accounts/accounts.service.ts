import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { inBatches } from "#server/lib/batcher.ts";
import { newId } from "#server/lib/ids.ts";
import type { Mailbox } from "#server/modules/accounts/account-mail.service.ts";
import { emailKey, hashToken, mayLogIn, newToken, SESSIONS_MAX } from "#server/modules/accounts/accounts.policy.ts";
import {
  copySuspendedLogins,
  deleteEndedSessions,
  deleteSession,
  deleteSessions,
  deleteSessionsAbove,
  findAccountById,
  findEmail,
  findSessions,
  hasSuspendedLogin,
  insertAccount,
  insertSession,
  type SessionRow,
  touchSession,
} from "#server/modules/accounts/accounts.repo.ts";
import { deleteEndedEmailChanges } from "#server/modules/accounts/email-change.repo.ts";
import { deleteEndedLinks, deleteLinks } from "#server/modules/accounts/links.repo.ts";
import { noteActiveDay } from "#server/modules/discovery/browse.service.ts";
import { noteActivity } from "#server/modules/members/members.service.ts";
import {
  recordSecurityEvent,
  type SecurityEvent,
  type SecurityEventKind,
} from "#server/modules/security-events/security-events.service.ts";

interface NewAccount {
  readonly memberId: string;
  readonly email: string;
  readonly passwordHash: string;
  /** `YYYY-MM-DD` */
  readonly born: string;
  /** Which terms they agree to; null for demo members. */
  readonly termsVersion: string | null;
}

/** Gives a new member the means to log in. A taken address breaks the constraint `accounts_email_key_key`. */
export const createAccount = (
  tx: Tx,
  { memberId, email, passwordHash, born, termsVersion }: NewAccount,
): Promise<void> =>
  insertAccount(tx, {
    member_id: memberId,
    email,
    email_key: emailKey(email),
    password_hash: passwordHash,
    born,
    terms_version: termsVersion,
  });

/** Where a request comes from. */
export interface Origin {
  /** As rate limits count it. It is stored in keyed hashes only. */
  readonly address: string;
  /** In words, as `deviceWords` has it. */
  readonly device: string;
  /** The request's `Cookie` header. */
  readonly cookies: string | undefined;
}

interface NewSession {
  readonly memberId: string;
  /** In words. */
  readonly device: string;
  /** Whether the member has not logged in on the device before. */
  readonly isNewDevice?: boolean;
}

/**
 * Starts a session. Where a member has too many of them, the least recently used one ends. Needs the account's lock, so
 * that sessions that start at the same time are all counted.
 * @returns the token, which is stored as a hash only
 */
export async function startSession(
  ctx: Context,
  tx: Tx,
  { memberId, device, isNewDevice = false }: NewSession,
): Promise<string> {
  const token = newToken();
  const ended = await deleteSessionsAbove(tx, memberId, SESSIONS_MAX - 1);
  for (const hash of ended) tx.afterCommit(() => ctx.realtime.cutLogin(hash.toString("hex")));
  const session = { token_hash: hashToken(token), member_id: memberId, id: newId(), device };
  await insertSession(tx, { ...session, is_new_device: isNewDevice });
  tx.emit(memberId, "settings_changed", { what: "sessions" });
  return token;
}

/** What a security event says of a member's own request. */
export const eventOf = (
  kind: SecurityEventKind,
  memberId: string,
  { address: network, device }: Pick<Origin, "address" | "device">,
): Omit<SecurityEvent, "outcome"> => ({ kind, memberId, network, device });

/** Ends the session that a request came through, and its sockets. */
export async function logout(ctx: Context, caller: Caller, origin: Origin): Promise<void> {
  await ctx.transact(async (tx) => {
    await deleteSession(tx, Buffer.from(caller.sessionId, "hex"));
    tx.afterCommit(() => ctx.realtime.cutLogin(caller.sessionId));
    tx.emit(caller.id, "settings_changed", { what: "sessions" });
    await recordSecurityEvent(ctx, tx, { ...eventOf("logout", caller.id, origin), outcome: "succeeded" });
  });
}

/** Ends all of a member's logins and their sockets, and the links that would begin new ones. */
export async function endLogins(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await deleteSessions(tx, memberId);
  await deleteLinks(tx, memberId, "reset");
  tx.afterCommit(() => ctx.realtime.cutMember(memberId));
}

/** Ends the logins of somebody who is suspended. Whoever holds one of them is told so for as long as it lasts. */
export async function suspendLogins(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await copySuspendedLogins(tx, memberId);
  await endLogins(ctx, tx, memberId);
}

/** Why a token that nobody is known by is refused: its account may be suspended. */
export const refusalOf = async (ctx: Context, token: string): Promise<"session_suspended" | "unauthorized"> =>
  (await hasSuspendedLogin(ctx.db, hashToken(token))) ? "session_suspended" : "unauthorized";

/** Logins that are asked about at the same time, which is with every request, share a question. */
const SESSIONS_AT_ONCE = 500;
const readers = new WeakMap<Db, (tokenHash: Buffer) => Promise<SessionRow | undefined>>();

function sessionReader(db: Db): (tokenHash: Buffer) => Promise<SessionRow | undefined> {
  const known = readers.get(db);
  if (known) return known;
  const read = async (hashes: readonly Buffer[]) => {
    const rows = await findSessions(db, hashes);
    const byHash = new Map(rows.map((row) => [row.token_hash.toString("hex"), row]));
    return hashes.map((hash) => byHash.get(hash.toString("hex")));
  };
  const reader = inBatches(read, SESSIONS_AT_ONCE, () => false);
  readers.set(db, reader);
  return reader;
}

/** Who a token belongs to, or undefined where it is wrong, has ended, or its member may not log in. */
export async function authenticate(ctx: Context, token: string): Promise<Caller | undefined> {
  const tokenHash = hashToken(token);
  const session = await sessionReader(ctx.db)(tokenHash);
  if (!session || !mayLogIn(session.standing)) return undefined;
  if (session.is_stale) {
    await Promise.all([
      touchSession(ctx.db, tokenHash),
      noteActivity(ctx.db, session.member_id),
      noteActiveDay(ctx.db, session.member_id),
    ]);
  }
  return { id: session.member_id, username: session.username, sessionId: tokenHash.toString("hex") };
}

/** A member's own address, for their own eyes. */
export async function emailOf(db: Db, memberId: string): Promise<{ email: string; verified: boolean }> {
  const row = await findEmail(db, memberId);
  return { email: row.email, verified: row.email_verified_at !== null };
}

type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccountById>>>;

/** Where mail about an account goes. */
export const mailboxOf = ({ email, email_verified_at }: AccountRow): Mailbox => ({
  email,
  isVerified: email_verified_at !== null,
});

/** What a member is called in mail: nothing, where the address may be somebody else's. */
export const nameFor = ({ username, email_verified_at }: AccountRow): string | undefined =>
  email_verified_at === null ? undefined : username;

/** Where mail about an account goes, and whom it greets, whatever the member's standing; undefined once they have gone. */
export async function findAddressee(
  db: Db,
  memberId: string,
): Promise<{ mailbox: Mailbox; name: string | undefined } | undefined> {
  const account = await findAccountById(db, memberId);
  return account && { mailbox: mailboxOf(account), name: nameFor(account) };
}

/** Deletes sessions, links and changes of address that have ended. */
export async function sweepAccounts(tx: Tx): Promise<void> {
  await deleteEndedSessions(tx);
  await deleteEndedLinks(tx);
  await deleteEndedEmailChanges(tx);
}

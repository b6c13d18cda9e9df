import { inBatches } from "#server/batches.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/ids.ts";
import { emailKey, hashToken, mayLogIn, newToken, SESSION_DAYS } from "#server/modules/accounts/accounts.policy.ts";
import {
  copySuspendedLogins,
  deleteEndedSessions,
  deleteSession,
  deleteSessions,
  findAccountByEmail,
  findAccountById,
  findEmail,
  findSessions,
  hasSuspendedLogin,
  insertAccount,
  insertSession,
  lockPassword,
  type SessionRow,
  touchSession,
} from "#server/modules/accounts/accounts.repo.ts";
import { deleteEndedEmailChanges } from "#server/modules/accounts/email-change.repo.ts";
import { deleteEndedLinks, deleteLinks } from "#server/modules/accounts/links.repo.ts";
import { admit } from "#server/modules/accounts/login-throttle.ts";
import { isPassword } from "#server/modules/accounts/passwords.ts";
import { deleteForgotten } from "#server/modules/accounts/throttle.repo.ts";
import { noteActiveDay } from "#server/modules/discovery/browse.service.ts";
import { noteActivity } from "#server/modules/members/members.service.ts";
import type { Caller } from "#server/serve.ts";

interface NewAccount {
  readonly memberId: string;
  readonly email: string;
  readonly passwordHash: string;
  /** `YYYY-MM-DD` */
  readonly born: string;
}

/** Gives a new member the means to log in. A taken address breaks the constraint `accounts_email_key_key`. */
export const createAccount = (tx: Tx, { memberId, email, passwordHash, born }: NewAccount): Promise<void> =>
  insertAccount(tx, {
    member_id: memberId,
    email,
    email_key: emailKey(email),
    password_hash: passwordHash,
    born,
  });

/** Where a call comes from. */
export interface Origin {
  /** As rate limits count it. It is kept nowhere but in hashes. */
  readonly address: string;
  /** In words, as `deviceWords` has it. */
  readonly device: string;
}

/** Starts a login. @returns the token, which nobody can read again */
export async function startSession(tx: Tx, memberId: string, device: string): Promise<string> {
  const token = newToken();
  await insertSession(tx, { token_hash: hashToken(token), member_id: memberId, id: newId(), device });
  tx.emit(memberId, "settings_changed", { what: "logins" });
  return token;
}

/**
 * Logs in with an address and a password.
 * @throws AppError bad_credentials, whichever of the two is wrong; account_suspended where both are right; too_often, too_busy
 */
export async function login(ctx: Context, { email, password }: { email: string; password: string }, origin: Origin) {
  const attempt = await admit(ctx, { kind: "login", emailKey: emailKey(email), address: origin.address });
  const account = await findAccountByEmail(ctx.db, emailKey(email));
  const right = await isPassword(password, account?.password_hash);
  if (!right || !account) throw new AppError("bad_credentials");
  // Told to whoever has the password, and to nobody else.
  if (account.standing === "suspended") throw new AppError("account_suspended");
  if (!mayLogIn(account.standing)) throw new AppError("bad_credentials");
  await attempt.succeeded();
  const token = await ctx.transact(async (tx) => {
    // The password may have been changed while this one was being looked at.
    if (!(await lockPassword(tx, account.member_id, account.password_hash))) throw new AppError("bad_credentials");
    return startSession(tx, account.member_id, origin.device);
  });
  return { token, user: { _id: account.member_id, username: account.username } };
}

/** Ends the login that a request came through, and its sockets. */
export async function logout(ctx: Context, caller: Caller): Promise<void> {
  await ctx.transact(async (tx) => {
    await deleteSession(tx, Buffer.from(caller.sessionId, "hex"));
    tx.afterCommit(() => ctx.realtime.cutLogin(caller.sessionId));
    tx.emit(caller.id, "settings_changed", { what: "logins" });
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
export const refusalOf = async (ctx: Context, token: string): Promise<"login_suspended" | "unauthorized"> =>
  (await hasSuspendedLogin(ctx.db, hashToken(token))) ? "login_suspended" : "unauthorized";

/** Logins that are asked about at the same time, which is with every request, share a question. */
const SESSIONS_AT_ONCE = 500;
const readers = new WeakMap<Db, (tokenHash: Buffer) => Promise<SessionRow | undefined>>();

function sessionReader(db: Db): (tokenHash: Buffer) => Promise<SessionRow | undefined> {
  const known = readers.get(db);
  if (known) return known;
  const read = async (hashes: readonly Buffer[]) => {
    const rows = await findSessions(db, hashes, SESSION_DAYS);
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

/** Where mail about an account goes, whatever the member's standing; undefined once they have gone. */
export const findAddressee = (db: Db, memberId: string): Promise<{ email: string; username: string } | undefined> =>
  findAccountById(db, memberId);

/** Throws away logins, links, changes of address and counts of failures that have ended. */
export async function sweepAccounts(tx: Tx): Promise<void> {
  await deleteEndedSessions(tx, SESSION_DAYS);
  await deleteEndedLinks(tx);
  await deleteEndedEmailChanges(tx);
  await deleteForgotten(tx);
}

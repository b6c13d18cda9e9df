import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import { notThere } from "#server/errors.ts";
import { SESSION_DAYS, SESSION_DAYS_MAX } from "#server/modules/accounts/accounts.policy.ts";

export interface NewAccount {
  readonly member_id: string;
  readonly email: string;
  readonly email_key: string;
  readonly password_hash: string;
  readonly born: string;
  readonly terms_version: string | null;
}

/** Stores how a member logs in, and that they agree to the terms now. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  await tx
    .insertInto("accounts")
    .values({
      ...account,
      email_verified_at: null,
      terms_accepted_at: account.terms_version === null ? null : sql`now()`,
    })
    .execute();
}

const known = (db: Db) =>
  db
    .selectFrom("accounts")
    .innerJoin("members", "members.id", "accounts.member_id")
    .innerJoin("profiles", "profiles.member_id", "accounts.member_id")
    .select(["accounts.member_id", "accounts.password_hash", "accounts.email", "accounts.email_key"])
    .select(["accounts.email_verified_at", "members.standing", "profiles.username"]);

export const findAccountByEmail = (db: Db, emailKey: string) =>
  known(db).where("email_key", "=", emailKey).executeTakeFirst();

export const findAccountById = (db: Db, memberId: string) =>
  known(db).where("accounts.member_id", "=", memberId).executeTakeFirst();

/** Whose address it is. It reads no more than that, so that a stranger's takes as long. */
export const findMemberIdByEmail = async (db: Db, emailKey: string): Promise<string | undefined> =>
  (await db.selectFrom("accounts").select("member_id").where("email_key", "=", emailKey).executeTakeFirst())?.member_id;

/** Whether nobody has confirmed a member's address, held until the end of the transaction. */
export async function lockUnconfirmed(tx: Tx, memberId: string): Promise<boolean> {
  const account = tx.selectFrom("accounts").select("email_verified_at").where("member_id", "=", memberId);
  return (await account.forUpdate().executeTakeFirst())?.email_verified_at === null;
}

/**
 * Whether a password's hash is still the one that was checked, held until the end of the transaction: whoever changes it
 * meanwhile comes after, and ends what is begun here.
 */
export async function lockPassword(tx: Tx, memberId: string, passwordHash: string): Promise<boolean> {
  const account = tx.selectFrom("accounts").select("password_hash").where("member_id", "=", memberId);
  return (await account.forUpdate().executeTakeFirst())?.password_hash === passwordHash;
}

export async function setPassword(tx: Tx, memberId: string, passwordHash: string): Promise<void> {
  await tx.updateTable("accounts").set({ password_hash: passwordHash }).where("member_id", "=", memberId).execute();
}

/** When a transaction began, by the database's clock. */
export async function readTransactionTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("the database told no time");
  return row.at;
}

/** Notes that the address is the member's. @returns whether that was not known before */
export async function setEmailVerified(tx: Tx, memberId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("accounts")
    .set({ email_verified_at: sql<Date>`now()` })
    .where("member_id", "=", memberId)
    .where("email_verified_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps a member's logins as ended by their suspension. Needs its row. */
export async function copySuspendedLogins(tx: Tx, memberId: string): Promise<void> {
  await tx
    .insertInto("suspended_logins")
    .columns(["token_hash", "member_id"])
    .expression((from) =>
      from.selectFrom("sessions").select(["token_hash", "member_id"]).where("member_id", "=", memberId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const hasSuspendedLogin = async (db: Db, tokenHash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom("suspended_logins")
    .select("member_id")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst()) !== undefined;

export async function deleteSessions(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("sessions").where("member_id", "=", memberId).execute();
}

/** Takes away how a member logs in: the address is free again. Needs the account's lock. */
export async function deleteAccount(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("accounts").where("member_id", "=", memberId).execute();
}

export const findEmail = (db: Db, memberId: string) =>
  db
    .selectFrom("accounts")
    .select(["email", "email_verified_at"])
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow(notThere);

interface NewSession {
  readonly token_hash: Buffer;
  readonly member_id: string;
  readonly id: string;
  readonly device: string;
  readonly is_new_device: boolean;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insertInto("sessions").values(session).execute();
}

/** Deletes a member's sessions but the `max` most recently used. Needs the account's lock. @returns their tokens' hashes */
export async function deleteSessionsAbove(tx: Tx, memberId: string, max: number): Promise<Buffer[]> {
  const { rows } = await sql<{ token_hash: Buffer }>`
    delete from sessions where token_hash in (
      select token_hash from sessions where member_id = ${memberId}
      order by last_used_at desc, created_at desc, id offset ${max}
    ) returning token_hash`.execute(tx);
  return rows.map(({ token_hash }) => token_hash);
}

/** Whether a session has ended by time: unused for `SESSION_DAYS`, or begun before `SESSION_DAYS_MAX`. */
const isOver = sql<boolean>`(
  last_used_at <= now() - make_interval(days => ${SESSION_DAYS})
  or sessions.created_at <= now() - make_interval(days => ${SESSION_DAYS_MAX}))`;

/** Whether a session has not ended by time. */
export const isCurrent = sql<boolean>`not ${isOver}`;

/** The sessions of tokens that have not ended, with the member's name and standing. */
export const findSessions = (db: Db, tokenHashes: readonly Buffer[]) =>
  db
    .selectFrom("sessions")
    .innerJoin("members", "members.id", "sessions.member_id")
    .innerJoin("profiles", "profiles.member_id", "sessions.member_id")
    .select(["token_hash", "sessions.member_id", "members.standing", "profiles.username"])
    .select(sql<boolean>`sessions.last_used_at < now() - interval '1 minute'`.as("is_stale"))
    .where("token_hash", "=", sql<Buffer>`any(${sql.val([...tokenHashes])}::bytea[])`)
    .where(isCurrent)
    .execute();

export type SessionRow = Awaited<ReturnType<typeof findSessions>>[number];

/** Deletes sessions that have ended by time. */
export async function deleteEndedSessions(tx: Tx): Promise<void> {
  await tx.deleteFrom("sessions").where(isOver).execute();
}

export async function touchSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.updateTable("sessions").set({ last_used_at: sql`now()` }).where("token_hash", "=", tokenHash).execute();
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

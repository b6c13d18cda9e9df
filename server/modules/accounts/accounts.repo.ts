import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import { notThere } from "#server/errors.ts";

export interface NewAccount {
  readonly member_id: string;
  readonly email: string;
  readonly email_key: string;
  readonly password_hash: string;
  readonly born: string;
}

export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  await tx
    .insertInto("accounts")
    .values({ ...account, email_verified_at: null })
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

/** Notes that the address is the member's; the first time counts. */
export async function setEmailVerified(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ email_verified_at: sql`coalesce(email_verified_at, now())` })
    .where("member_id", "=", memberId)
    .execute();
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

/** Takes away how a member logs in: the address is free again. Needs the account's lock. @returns the address, as it is compared */
export async function deleteAccount(tx: Tx, memberId: string): Promise<string> {
  const account = tx.deleteFrom("accounts").where("member_id", "=", memberId).returning("email_key");
  return (await account.executeTakeFirstOrThrow()).email_key;
}

export const findEmail = (db: Db, memberId: string) =>
  db
    .selectFrom("accounts")
    .select(["email", "email_verified_at"])
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow(notThere);

export async function insertSession(
  tx: Tx,
  session: { token_hash: Buffer; member_id: string; id: string; device: string },
): Promise<void> {
  await tx.insertInto("sessions").values(session).execute();
}

/** The login of a token used within the last `days` days, with the member's name and standing. */
export const findSessions = (db: Db, tokenHashes: readonly Buffer[], days: number) =>
  db
    .selectFrom("sessions")
    .innerJoin("members", "members.id", "sessions.member_id")
    .innerJoin("profiles", "profiles.member_id", "sessions.member_id")
    .select(["token_hash", "sessions.member_id", "members.standing", "profiles.username"])
    .select(sql<boolean>`sessions.last_used_at < now() - interval '1 minute'`.as("is_stale"))
    .where("token_hash", "=", sql<Buffer>`any(${sql.val([...tokenHashes])}::bytea[])`)
    .where("sessions.last_used_at", ">", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();

export type SessionRow = Awaited<ReturnType<typeof findSessions>>[number];

/** Logins that were not used within the last `days` days. */
export async function deleteEndedSessions(tx: Tx, days: number): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("last_used_at", "<=", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

export async function touchSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.updateTable("sessions").set({ last_used_at: sql`now()` }).where("token_hash", "=", tokenHash).execute();
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

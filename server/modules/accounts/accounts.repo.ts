import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

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

export const findAccountByEmail = (db: Db, emailKey: string) =>
  db
    .selectFrom("accounts")
    .innerJoin("members", "members.id", "accounts.member_id")
    .innerJoin("profiles", "profiles.member_id", "accounts.member_id")
    .select(["accounts.member_id", "accounts.password_hash", "members.standing", "profiles.username"])
    .where("email_key", "=", emailKey)
    .executeTakeFirst();

export const findEmail = (db: Db, memberId: string) =>
  db
    .selectFrom("accounts")
    .select(["email", "email_verified_at"])
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();

export async function insertSession(tx: Tx, tokenHash: Buffer, memberId: string): Promise<void> {
  await tx.insertInto("sessions").values({ token_hash: tokenHash, member_id: memberId }).execute();
}

/** The login of a token used within the last `days` days, with the member's name and standing. */
export const findSession = (db: Db, tokenHash: Buffer, days: number) =>
  db
    .selectFrom("sessions")
    .innerJoin("members", "members.id", "sessions.member_id")
    .innerJoin("profiles", "profiles.member_id", "sessions.member_id")
    .select(["sessions.member_id", "members.standing", "profiles.username"])
    .select(sql<boolean>`sessions.last_used_at < now() - interval '1 minute'`.as("is_stale"))
    .where("token_hash", "=", tokenHash)
    .where("sessions.last_used_at", ">", sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();

export async function touchSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.updateTable("sessions").set({ last_used_at: sql`now()` }).where("token_hash", "=", tokenHash).execute();
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

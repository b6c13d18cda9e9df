import { type RawBuilder, sql } from "kysely";
import { accountEndedError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";

const accounts = (db: Db) =>
  db
    .selectFrom("accounts")
    .innerJoin("members", "members.id", "accounts.member_id")
    .innerJoin("profiles", "profiles.member_id", "accounts.member_id")
    .select(["accounts.member_id", "accounts.password_hash", "accounts.email", "accounts.email_normalized"])
    .select(["accounts.email_verified_at", "members.status", "profiles.username"]);

export const findAccountByEmail = (db: Db, emailKey: string) =>
  accounts(db).where("email_normalized", "=", emailKey).executeTakeFirst();

export const findAccountById = (db: Db, memberId: string) =>
  accounts(db).where("accounts.member_id", "=", memberId).executeTakeFirst();

/** Selects only the id, so that the time does not reveal whether the address exists. */
export const findMemberIdByEmail = async (db: Db, emailKey: string): Promise<string | undefined> =>
  (await db.selectFrom("accounts").select("member_id").where("email_normalized", "=", emailKey).executeTakeFirst())
    ?.member_id;

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccountById>>>;

/** A member's own address. @throws AppError if the account was deleted */
export async function findEmailAddress(db: Db, memberId: string): Promise<{ email: string; verified: boolean }> {
  const account = db.selectFrom("accounts").select(["email", "email_verified_at"]).where("member_id", "=", memberId);
  const { email, email_verified_at } = await account.executeTakeFirstOrThrow(accountEndedError);
  return { email, verified: email_verified_at !== null };
}

/** The calendar links of a member are signed with it. @param memberId a column; null for a deleted account */
export const linksEpochSql = (memberId: string): RawBuilder<number | null> =>
  sql`(select links_epoch from accounts where accounts.member_id = ${sql.ref(memberId)})`;

import { sql } from "kysely";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

/** `change` confirms the new address of an email change. */
export type EmailTokenPurpose = "reset" | "verify" | "change";

interface NewEmailToken {
  readonly token_hash: Buffer;
  readonly member_id: string;
  readonly purpose: EmailTokenPurpose;
  readonly email_normalized: string;
}

/** Stores a token that is valid for `hours`. */
export async function insertEmailToken(tx: Tx, link: NewEmailToken, hours: number): Promise<void> {
  await tx
    .insertInto("email_tokens")
    .values({ ...link, expires_at: sql`now() + make_interval(hours => ${hours})` })
    .execute();
}

/** Valid tokens: not expired, and sent to the member's current address. */
const validTokens = (db: Db, tokenHash: Buffer, purpose: EmailTokenPurpose) =>
  db
    .selectFrom("email_tokens")
    .innerJoin("accounts", (join) =>
      join
        .onRef("accounts.member_id", "=", "email_tokens.member_id")
        .onRef("accounts.email_normalized", "=", "email_tokens.email_normalized"),
    )
    .innerJoin("members", "members.id", "accounts.member_id")
    .innerJoin("profiles", "profiles.member_id", "accounts.member_id")
    .select(["accounts.member_id", "accounts.email", "profiles.username"])
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", sql<Date>`now()`)
    .where(isInGoodStandingSql("members"));

export const findValidEmailToken = (db: Db, tokenHash: Buffer, purpose: EmailTokenPurpose) =>
  validTokens(db, tokenHash, purpose).executeTakeFirst();

/** Locks a valid token until the end of the transaction, which serializes concurrent uses. */
export const lockValidEmailToken = (tx: Tx, tokenHash: Buffer, purpose: EmailTokenPurpose) =>
  validTokens(tx, tokenHash, purpose).forUpdate("email_tokens").executeTakeFirst();

/** The member of a token, whether it is valid or not. */
export const findEmailTokenMember = async (db: Db, tokenHash: Buffer): Promise<string | undefined> =>
  (await db.selectFrom("email_tokens").select("member_id").where("token_hash", "=", tokenHash).executeTakeFirst())
    ?.member_id;

/** Counts a member's unexpired tokens. */
export async function countEmailTokens(db: Db, memberId: string, purpose: EmailTokenPurpose): Promise<number> {
  const { n } = await db
    .selectFrom("email_tokens")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("member_id", "=", memberId)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function deleteEmailTokens(tx: Tx, memberId: string, purpose: EmailTokenPurpose): Promise<void> {
  await tx.deleteFrom("email_tokens").where("member_id", "=", memberId).where("purpose", "=", purpose).execute();
}

export async function deleteAllEmailTokens(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("email_tokens").where("member_id", "=", memberId).execute();
}

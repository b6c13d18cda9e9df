import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** `change`: it makes the address that it was sent to the member's. */
export type EmailTokenPurpose = "reset" | "verify" | "change";

interface NewEmailToken {
  readonly token_hash: Buffer;
  readonly member_id: string;
  readonly purpose: EmailTokenPurpose;
  readonly email_normalized: string;
}

/** Stores a link that is good for some hours. */
export async function insertEmailToken(tx: Tx, link: NewEmailToken, hours: number): Promise<void> {
  await tx
    .insertInto("email_tokens")
    .values({ ...link, expires_at: sql`now() + make_interval(hours => ${hours})` })
    .execute();
}

/** Links that are still good: not ended, and sent to the address that is the member's now. */
const good = (db: Db, tokenHash: Buffer, purpose: EmailTokenPurpose) =>
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
    .where("members.status", "in", ["active", "hidden"]);

export const findValidEmailToken = (db: Db, tokenHash: Buffer, purpose: EmailTokenPurpose) =>
  good(db, tokenHash, purpose).executeTakeFirst();

/** A good link, held until the end of the transaction: two who use it at once come one after the other. */
export const lockValidEmailToken = (tx: Tx, tokenHash: Buffer, purpose: EmailTokenPurpose) =>
  good(tx, tokenHash, purpose).forUpdate("email_tokens").executeTakeFirst();

/** Whose link it is, good or not. */
export const findEmailTokenMember = async (db: Db, tokenHash: Buffer): Promise<string | undefined> =>
  (await db.selectFrom("email_tokens").select("member_id").where("token_hash", "=", tokenHash).executeTakeFirst())
    ?.member_id;

/** How many links of a member have not ended. */
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

export async function deleteExpiredEmailTokens(tx: Tx): Promise<void> {
  await tx.deleteFrom("email_tokens").where("expires_at", "<", sql<Date>`now()`).execute();
}

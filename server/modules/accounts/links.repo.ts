import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** `change`: it makes the address that it was sent to the member's. */
export type LinkPurpose = "reset" | "verify" | "change";

interface NewLink {
  readonly token_hash: Buffer;
  readonly member_id: string;
  readonly purpose: LinkPurpose;
  readonly email_key: string;
}

/** Stores a link that is good for some hours. */
export async function insertLink(tx: Tx, link: NewLink, hours: number): Promise<void> {
  await tx
    .insertInto("account_links")
    .values({ ...link, expires_at: sql`now() + make_interval(hours => ${hours})` })
    .execute();
}

/** Links that are still good: not ended, and sent to the address that is the member's now. */
const good = (db: Db, tokenHash: Buffer, purpose: LinkPurpose) =>
  db
    .selectFrom("account_links")
    .innerJoin("accounts", (join) =>
      join
        .onRef("accounts.member_id", "=", "account_links.member_id")
        .onRef("accounts.email_key", "=", "account_links.email_key"),
    )
    .innerJoin("members", "members.id", "accounts.member_id")
    .innerJoin("profiles", "profiles.member_id", "accounts.member_id")
    .select(["accounts.member_id", "accounts.email", "profiles.username"])
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("members.standing", "in", ["active", "hidden"]);

export const findLink = (db: Db, tokenHash: Buffer, purpose: LinkPurpose) =>
  good(db, tokenHash, purpose).executeTakeFirst();

/** A good link, held until the end of the transaction: two who use it at once come one after the other. */
export const lockLink = (tx: Tx, tokenHash: Buffer, purpose: LinkPurpose) =>
  good(tx, tokenHash, purpose).forUpdate("account_links").executeTakeFirst();

/** Whose link it is, good or not. */
export const findLinkOwner = async (db: Db, tokenHash: Buffer): Promise<string | undefined> =>
  (await db.selectFrom("account_links").select("member_id").where("token_hash", "=", tokenHash).executeTakeFirst())
    ?.member_id;

/** How many links of a member have not ended. */
export async function countLinks(db: Db, memberId: string, purpose: LinkPurpose): Promise<number> {
  const { n } = await db
    .selectFrom("account_links")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("member_id", "=", memberId)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function deleteLinks(tx: Tx, memberId: string, purpose: LinkPurpose): Promise<void> {
  await tx.deleteFrom("account_links").where("member_id", "=", memberId).where("purpose", "=", purpose).execute();
}

export async function deleteAllLinks(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("account_links").where("member_id", "=", memberId).execute();
}

export async function deleteEndedLinks(tx: Tx): Promise<void> {
  await tx.deleteFrom("account_links").where("expires_at", "<", sql<Date>`now()`).execute();
}

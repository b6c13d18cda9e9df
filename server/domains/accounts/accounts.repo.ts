import { sql } from "kysely";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";

export interface NewAccount {
  readonly member_id: string;
  readonly email: string;
  readonly email_normalized: string;
  readonly password_hash: string;
  readonly date_of_birth: string;
  readonly terms_version: string | null;
}

/** Stores a member's credentials, with their consent to the terms as of now. */
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

/** Locks an account. @returns whether its address is unverified */
export async function lockUnverifiedAccount(tx: Tx, memberId: string): Promise<boolean> {
  const account = tx.selectFrom("accounts").select("email_verified_at").where("member_id", "=", memberId);
  return (await account.forUpdate().executeTakeFirst())?.email_verified_at === null;
}

/**
 * Locks an account. A concurrent password change waits, and then ends the sessions created in this transaction.
 * @returns whether the password's hash is still the one that was checked
 */
export async function lockPassword(tx: Tx, memberId: string, passwordHash: string): Promise<boolean> {
  const account = tx.selectFrom("accounts").select("password_hash").where("member_id", "=", memberId);
  return (await account.forUpdate().executeTakeFirst())?.password_hash === passwordHash;
}

/**
 * Locks an account with any status. Logins, password changes and changes of the factors of one member come one after
 * another.
 * @returns undefined if the account was deleted
 */
export const lockAccount = (tx: Tx, memberId: string) =>
  tx
    .selectFrom("accounts")
    .innerJoin("members", "members.id", "accounts.member_id")
    .innerJoin("profiles", "profiles.member_id", "accounts.member_id")
    .select(["accounts.password_hash", "members.status", "profiles.username"])
    .where("accounts.member_id", "=", memberId)
    .forUpdate("accounts")
    .executeTakeFirst();

export async function setPassword(tx: Tx, memberId: string, passwordHash: string): Promise<void> {
  await tx.updateTable("accounts").set({ password_hash: passwordHash }).where("member_id", "=", memberId).execute();
}

/** Ends the addresses of the member's calendar files. */
export async function raiseLinksEpoch(tx: Tx, memberId: string): Promise<void> {
  const account = tx.updateTable("accounts").set({ links_epoch: sql<number>`links_epoch + 1` });
  await account.where("member_id", "=", memberId).execute();
}

export async function readTransactionTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("select now() returned no row");
  return row.at;
}

/** @returns whether the address was unverified before */
export async function setEmailVerified(tx: Tx, memberId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("accounts")
    .set({ email_verified_at: sql<Date>`now()` })
    .where("member_id", "=", memberId)
    .where("email_verified_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Needs the account's lock. */
export async function deleteAccount(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("accounts").where("member_id", "=", memberId).execute();
}

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

const inHours = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`;

interface Wished {
  readonly member_id: string;
  readonly email: string;
  readonly email_normalized: string;
}

/** Stores a pending email change; replaces a previous one. */
export async function upsertEmailChange(tx: Tx, wished: Wished, hours: number): Promise<void> {
  await tx
    .insertInto("email_changes")
    .values({ ...wished, expires_at: inHours(hours) })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ ...wished, expires_at: inHours(hours) }))
    .execute();
}

/** The unexpired pending email change of a member. */
export const findEmailChange = (db: Db, memberId: string) =>
  db
    .selectFrom("email_changes")
    .select(["email", "email_normalized", "expires_at"])
    .where("member_id", "=", memberId)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();

/** Extends a pending email change until its new token expires. */
export async function extendEmailChange(tx: Tx, memberId: string, emailKey: string, hours: number): Promise<void> {
  await tx
    .updateTable("email_changes")
    .set({ expires_at: inHours(hours) })
    .where("member_id", "=", memberId)
    .where("email_normalized", "=", emailKey)
    .execute();
}

export async function deleteEmailChange(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("email_changes").where("member_id", "=", memberId).execute();
}

/** Keeps an address for a notice. @returns its id */
export async function insertNoticeAddress(tx: Tx, memberId: string, email: string): Promise<string> {
  const id = newId();
  await tx.insertInto("notice_addresses").values({ id, member_id: memberId, email }).execute();
  return id;
}

export const findNoticeAddress = (db: Db, id: string) =>
  db.selectFrom("notice_addresses").select("email").where("id", "=", id).executeTakeFirst();

export async function deleteNoticeAddress(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("notice_addresses").where("id", "=", id).execute();
}

/** Locks the pending email change that a token confirms, until the end of the transaction. */
export const lockEmailChange = (tx: Tx, tokenHash: Buffer) =>
  tx
    .selectFrom("email_tokens")
    .innerJoin("email_changes", (join) =>
      join
        .onRef("email_changes.member_id", "=", "email_tokens.member_id")
        .onRef("email_changes.email_normalized", "=", "email_tokens.email_normalized"),
    )
    .innerJoin("members", "members.id", "email_changes.member_id")
    .innerJoin("accounts", "accounts.member_id", "email_changes.member_id")
    .select(["email_changes.member_id", "email_changes.email", "email_changes.email_normalized"])
    .select(["accounts.email as old_email", "accounts.email_verified_at as old_verified_at"])
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", "change")
    .where("email_tokens.expires_at", ">", sql<Date>`now()`)
    .where(isInGoodStandingSql("members"))
    .forUpdate(["email_tokens", "email_changes", "accounts"])
    .executeTakeFirst();

/** Sets a member's address and marks it as verified. A taken address violates `accounts_email_normalized_key`. */
export async function setEmail(tx: Tx, { member_id, email, email_normalized }: Wished): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ email, email_normalized, email_verified_at: sql<Date>`now()` })
    .where("member_id", "=", member_id)
    .execute();
}

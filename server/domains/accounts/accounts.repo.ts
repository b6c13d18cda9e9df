import { sql } from "kysely";
import type { Tx } from "#server/platform/db/client.ts";

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

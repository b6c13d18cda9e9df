import { sql } from "kysely";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";

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

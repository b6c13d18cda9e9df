import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

const inHours = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`;

interface Wished {
  readonly member_id: string;
  readonly email: string;
  readonly email_normalized: string;
}

/** Notes which address a member wants, in place of one they wanted before. */
export async function upsertEmailChange(tx: Tx, wished: Wished, hours: number): Promise<void> {
  await tx
    .insertInto("email_changes")
    .values({ ...wished, expires_at: inHours(hours) })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ ...wished, expires_at: inHours(hours) }))
    .execute();
}

/** The address that a member waits for, if its time is not over. */
export const findEmailChange = (db: Db, memberId: string) =>
  db
    .selectFrom("email_changes")
    .select(["email", "email_normalized", "expires_at"])
    .where("member_id", "=", memberId)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();

/** Lets a change wait as long as the link does that has just been made for it. */
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

export async function deleteExpiredEmailChanges(tx: Tx): Promise<void> {
  await tx.deleteFrom("email_changes").where("expires_at", "<", sql<Date>`now()`).execute();
}

/** The change that a link confirms, held until the end of the transaction: it waits still, and for the link's address. */
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
    .where("members.status", "in", ["active", "hidden"])
    .forUpdate(["email_tokens", "email_changes", "accounts"])
    .executeTakeFirst();

/** Gives a member another address, which is confirmed. A taken one breaks the constraint `accounts_email_normalized_key`. */
export async function setEmail(tx: Tx, { member_id, email, email_normalized }: Wished): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ email, email_normalized, email_verified_at: sql<Date>`now()` })
    .where("member_id", "=", member_id)
    .execute();
}

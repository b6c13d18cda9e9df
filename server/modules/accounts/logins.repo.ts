import { type Expression, type SqlBool, sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import { isCurrent } from "#server/modules/accounts/accounts.repo.ts";

/** A member's sessions that have not ended, that of `current` first, then the latest used. */
export const findLogins = (db: Db, memberId: string, current: Buffer, limit: number) =>
  db
    .selectFrom("sessions")
    .select(["id", "device", "created_at", "last_used_at", "is_new_device"])
    .select((e) => e("token_hash", "=", current).as("is_current"))
    .where("member_id", "=", memberId)
    .where(isCurrent)
    .orderBy("is_current", "desc")
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Ends those of a member's logins that `which` says. @returns the hashes of their tokens */
async function remove(tx: Tx, memberId: string, which: Expression<SqlBool>): Promise<Buffer[]> {
  const mine = tx.deleteFrom("sessions").where("member_id", "=", memberId).where(which);
  return (await mine.returning("token_hash").execute()).map(({ token_hash }) => token_hash);
}

/** @returns the hash of its token, or nothing where it is not there or not of this member */
export const deleteLogin = (tx: Tx, memberId: string, id: string): Promise<Buffer[]> =>
  remove(tx, memberId, sql<boolean>`id = ${id}`);

/** @returns the hashes of the tokens that have ended */
export const deleteOtherLogins = (tx: Tx, memberId: string, current: Buffer): Promise<Buffer[]> =>
  remove(tx, memberId, sql<boolean>`token_hash <> ${current}`);

import { type Expression, type SqlBool, sql } from "kysely";
import { isExpired } from "#server/domains/accounts/sessions/sessions.queries.ts";
import { type Db, mayBeLostSql, type Tx } from "#server/platform/db/client.ts";
import { compileOnce } from "#server/platform/db/compiled-statement.ts";

interface NewSession {
  readonly token_hash: Buffer;
  readonly member_id: string;
  readonly id: string;
  readonly device: string;
  readonly is_new_device: boolean;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insertInto("sessions").values(session).execute();
}

/** Deletes all but the `max` most recently used sessions. Needs the account's lock. @returns the hashes of their tokens */
export async function deleteSessionsBeyond(tx: Tx, memberId: string, max: number): Promise<Buffer[]> {
  const { rows } = await sql<{ token_hash: Buffer }>`
    delete from sessions where token_hash in (
      select token_hash from sessions where member_id = ${memberId}
      order by last_used_at desc, created_at desc, id offset ${max}
    ) returning token_hash`.execute(tx);
  return rows.map(({ token_hash }) => token_hash);
}

const isCurrent = sql<boolean>`not ${isExpired}`;

const sessionsByToken = compileOnce(({ tokenHashes }: { readonly tokenHashes: readonly Buffer[] }, _, db) =>
  db
    .selectFrom("sessions")
    .innerJoin("members", "members.id", "sessions.member_id")
    .innerJoin("profiles", "profiles.member_id", "sessions.member_id")
    .select(["token_hash", "sessions.member_id", "members.status", "profiles.username"])
    .select(sql<boolean>`sessions.last_used_at < now() - interval '1 minute'`.as("is_stale"))
    .where("token_hash", "=", sql<Buffer>`any(${tokenHashes}::bytea[])`)
    .where(isCurrent),
);

export const findSessionsByToken = (db: Db, tokenHashes: readonly Buffer[]) => sessionsByToken(db, { tokenHashes });

/** Stores that sessions are used now. Another process may be doing the same for some of them, which are left out. */
export async function touchSessions(db: Db, tokenHashes: readonly Buffer[]): Promise<void> {
  await sql`
    update sessions set last_used_at = now() where token_hash in (
      select token_hash from sessions where token_hash = any(${sql.val([...tokenHashes])}::bytea[])
      for no key update skip locked) and ${mayBeLostSql}`.execute(db);
}

/** Whether a session was authenticated within the last minutes. */
export const isAuthenticatedSince = async (db: Db, tokenHash: Buffer, minutes: number): Promise<boolean> =>
  (await db
    .selectFrom("sessions")
    .select("id")
    .where("token_hash", "=", tokenHash)
    .where("authenticated_at", ">", sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst()) !== undefined;

/** @returns false if the session has ended */
export async function setAuthenticated(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const session = tx.updateTable("sessions").set({ authenticated_at: sql<Date>`now()` });
  return (await session.where("token_hash", "=", tokenHash).executeTakeFirst()).numUpdatedRows > 0n;
}

/** Makes a member's other sessions authenticate again. */
export async function unsetOtherAuthentications(tx: Tx, memberId: string, current: Buffer): Promise<void> {
  const mine = tx.updateTable("sessions").set({ authenticated_at: null }).where("member_id", "=", memberId);
  await mine.where("token_hash", "<>", current).execute();
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

/** A member's sessions that have not expired: `current` first, then the most recently used. */
export const findSessionsByMember = (db: Db, memberId: string, current: Buffer, limit: number) =>
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

/** @returns the hashes of the deleted sessions' tokens */
async function deleteMatching(tx: Tx, memberId: string, which: Expression<SqlBool>): Promise<Buffer[]> {
  const mine = tx.deleteFrom("sessions").where("member_id", "=", memberId).where(which);
  return (await mine.returning("token_hash").execute()).map(({ token_hash }) => token_hash);
}

/** @returns the hash of its token; empty if the member has no such session */
export const deleteSessionById = (tx: Tx, memberId: string, id: string): Promise<Buffer[]> =>
  deleteMatching(tx, memberId, sql<boolean>`id = ${id}`);

export const deleteOtherSessions = (tx: Tx, memberId: string, current: Buffer): Promise<Buffer[]> =>
  deleteMatching(tx, memberId, sql<boolean>`token_hash <> ${current}`);

/** Stores the sessions that a suspension ends. The member's row in `suspensions` must exist. */
export async function insertSuspendedSessions(tx: Tx, memberId: string): Promise<void> {
  await tx
    .insertInto("suspended_sessions")
    .columns(["token_hash", "member_id"])
    .expression((from) =>
      from.selectFrom("sessions").select(["token_hash", "member_id"]).where("member_id", "=", memberId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const isSuspendedSession = async (db: Db, tokenHash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom("suspended_sessions")
    .select("member_id")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst()) !== undefined;

export async function deleteSessions(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("sessions").where("member_id", "=", memberId).execute();
}

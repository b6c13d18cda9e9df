import { sql } from "kysely";
import type { StaffRole } from "#contract/moderation/staff-roles.ts";
import { lockName } from "#server/platform/db/advisory-locks.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

/** A session ends after this time, used or not. */
const SESSION_HOURS = 12;
/** A session that is not used ends earlier. */
const IDLE_MINUTES = 60;
const INVITATION_HOURS = 48;
export const CHALLENGE_MINUTES = 5;
/** For how long a session counts as authenticated just now. */
const REAUTHENTICATION_MINUTES = 10;

export async function insertStaffMember(tx: Tx, id: string, name: string, role: StaffRole): Promise<void> {
  await tx.insertInto("staff_members").values({ id, name, role }).execute();
}

/** Serializes changes of a person's access, such as a reset and the use of an invitation. */
export const lockStaffMember = (tx: Tx, id: string): Promise<void> => lockName(tx, `staff ${id}`);

export async function updateRole(tx: Tx, id: string, role: StaffRole): Promise<void> {
  await tx.updateTable("staff_members").set({ role }).where("id", "=", id).execute();
}

/** Keeps the person's name, and no address. */
export async function markRemoved(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("staff_members")
    .set({ removed_at: sql<Date>`now()`, alert_email: null })
    .where("id", "=", id)
    .execute();
}

/** Deletes a person's passkeys, sessions and invitation, and what alerts their browsers. */
export async function deleteAccess(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom("staff_push_subscriptions").where("staff_id", "=", staffId).execute();
  await tx.deleteFrom("staff_addresses").where("staff_id", "=", staffId).execute();
  await tx.deleteFrom("staff_sessions").where("staff_id", "=", staffId).execute();
  await tx.deleteFrom("staff_passkeys").where("staff_id", "=", staffId).execute();
  await tx.deleteFrom("staff_invitations").where("staff_id", "=", staffId).execute();
}

export async function insertInvitation(tx: Tx, staffId: string, tokenHash: Buffer): Promise<void> {
  await tx.insertInto("staff_invitations").values({ staff_id: staffId, token_hash: tokenHash }).execute();
}

export const isInvitationValid = sql<boolean>`staff_invitations.created_at > now() - make_interval(hours => ${sql.lit(INVITATION_HOURS)})`;

/** The person whom a valid invitation is for. */
export const findInvited = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom("staff_invitations")
    .innerJoin("staff_members", "staff_members.id", "staff_id")
    .select(["staff_members.id", "name", "role"])
    .where("token_hash", "=", tokenHash)
    .where("removed_at", "is", null)
    .where(isInvitationValid)
    .executeTakeFirst();

export async function deleteInvitation(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom("staff_invitations").where("token_hash", "=", tokenHash).execute();
}

export async function insertChallenge(tx: Tx, challengeHash: Buffer, invitationHash: Buffer | null): Promise<void> {
  await tx
    .insertInto("staff_challenges")
    .values({ challenge_hash: challengeHash, invitation_hash: invitationHash })
    .execute();
}

/** Deletes a challenge, so that it is answered once. @returns whether it was there and recent enough */
export async function deleteChallenge(tx: Tx, challengeHash: Buffer, invitationHash: Buffer | null): Promise<boolean> {
  const { rows } = await sql<{ is_valid: boolean }>`
    delete from staff_challenges
    where challenge_hash = ${challengeHash} and invitation_hash is not distinct from ${invitationHash}
    returning created_at > now() - make_interval(mins => ${sql.lit(CHALLENGE_MINUTES)}) as is_valid`.execute(tx);
  return rows[0]?.is_valid ?? false;
}

interface NewPasskey {
  readonly credential_id: string;
  readonly staff_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: string[];
}

export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<void> {
  await tx.insertInto("staff_passkeys").values(passkey).execute();
}

/** A passkey with the person whom it belongs to; none of a removed person. */
export const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom("staff_passkeys")
    .innerJoin("staff_members", "staff_members.id", "staff_id")
    .select(["credential_id", "staff_id", "public_key", "counter", "transports", "name", "role"])
    .where("credential_id", "=", credentialId)
    .where("removed_at", "is", null)
    .executeTakeFirst();

/** Stores the counter of a use, if the passkey is still there. @returns whether it is */
export async function updatePasskey(tx: Tx, credentialId: string, before: number, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("staff_passkeys")
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where("credential_id", "=", credentialId)
    // Two uses with one counter: one is a copy.
    .where("counter", "=", before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function insertStaffSession(tx: Tx, staffId: string, tokenHash: Buffer, device: string): Promise<void> {
  await tx.insertInto("staff_sessions").values({ token_hash: tokenHash, staff_id: staffId, device }).execute();
}

export const isSessionValid = sql<boolean>`(
  staff_sessions.created_at > now() - make_interval(hours => ${sql.lit(SESSION_HOURS)})
  and staff_sessions.last_used_at > now() - make_interval(mins => ${sql.lit(IDLE_MINUTES)}))`;

/** The person of a valid session. */
export const findStaffSession = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom("staff_sessions")
    .innerJoin("staff_members", "staff_members.id", "staff_id")
    .select(["staff_members.id", "name", "role"])
    .select(
      sql<Date>`least(staff_sessions.created_at + make_interval(hours => ${sql.lit(SESSION_HOURS)}),
        now() + make_interval(mins => ${sql.lit(IDLE_MINUTES)}))`.as("ends_at"),
    )
    .select(sql<boolean>`last_used_at < now() - interval '1 minute'`.as("is_stale"))
    .select(
      sql<boolean>`authenticated_at > now() - make_interval(mins => ${sql.lit(REAUTHENTICATION_MINUTES)})`.as(
        "is_recently_authenticated",
      ),
    )
    .where("token_hash", "=", tokenHash)
    .where("removed_at", "is", null)
    .where(isSessionValid)
    .executeTakeFirst();

export async function touchStaffSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable("staff_sessions")
    .set({ last_used_at: sql`now()` })
    .where("token_hash", "=", tokenHash)
    .execute();
}

/** @returns whether the session is still there */
export async function setStaffAuthenticated(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("staff_sessions")
    .set({ authenticated_at: sql<Date>`now()` })
    .where("token_hash", "=", tokenHash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** With the browsers that were last used in it. */
export async function deleteStaffSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom("staff_push_subscriptions").where("session_hash", "=", tokenHash).execute();
  await tx.deleteFrom("staff_sessions").where("token_hash", "=", tokenHash).execute();
}

interface NewEvidenceAccess {
  readonly staff_id: string;
  readonly case_id: string;
  readonly is_claimant: boolean;
  readonly reason: string;
}

/** Stores an access to evidence, or the time of a repeated one. */
export async function upsertEvidenceAccess(tx: Tx, access: NewEvidenceAccess): Promise<void> {
  await tx
    .insertInto("staff_looks")
    .values(access)
    .onConflict((conflict) =>
      conflict
        .columns(["staff_id", "case_id", "is_claimant"])
        .doUpdateSet({ reason: access.reason, looked_at: sql<Date>`now()` }),
    )
    .execute();
}

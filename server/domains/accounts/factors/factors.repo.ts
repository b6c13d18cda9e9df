import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { WebauthnChallengesTable } from "#server/platform/db/schema/factors.ts";

/** Hours within which the key of an authenticator app is to be confirmed. */
export const TOTP_PENDING_HOURS = 1;

interface NewPasskey {
  readonly id: string;
  readonly member_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: readonly string[];
  readonly name: string;
  readonly is_backed_up: boolean;
}

/** Stores a passkey. @returns undefined if the credential is stored already */
export const insertPasskey = (tx: Tx, passkey: NewPasskey) =>
  tx
    .insertInto("passkeys")
    .values({ ...passkey, last_used_at: null })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(["id", "credential_id", "transports", "name", "is_backed_up", "created_at", "last_used_at"])
    .executeTakeFirst();

/**
 * Records that a passkey was used.
 * @param checked the counter that the answer was compared with: of two answers at once, one is recorded
 * @returns false if the passkey was removed or used since
 */
export async function redeemPasskey(
  tx: Tx,
  { id, checked, counter, isBackedUp }: { id: string; checked: string; counter: number; isBackedUp: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("passkeys")
    .set({ counter: String(counter), is_backed_up: isBackedUp, last_used_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("counter", "=", checked)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false if the member has no such passkey */
export async function renamePasskeyRow(tx: Tx, memberId: string, id: string, name: string): Promise<boolean> {
  const mine = tx.updateTable("passkeys").set({ name }).where("member_id", "=", memberId).where("id", "=", id);
  return (await mine.executeTakeFirst()).numUpdatedRows > 0n;
}

/** @returns false if the member has no such passkey */
export async function deletePasskey(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const mine = tx.deleteFrom("passkeys").where("member_id", "=", memberId).where("id", "=", id);
  return (await mine.executeTakeFirst()).numDeletedRows > 0n;
}

/** Stores a key that is to be confirmed, instead of an earlier one. @returns false if a confirmed one exists */
export async function upsertPendingTotp(tx: Tx, memberId: string, sealed: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into totp_secrets (member_id, sealed_secret) values (${memberId}, ${sealed})
    on conflict (member_id) do update set sealed_secret = excluded.sealed_secret, created_at = now()
      where totp_secrets.confirmed_at is null
    returning member_id`.execute(tx);
  return rows.length > 0;
}

/** @returns false if the pending key is another one or too old, or was confirmed */
export async function confirmPendingTotp(tx: Tx, memberId: string, sealed: Buffer, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("totp_secrets")
    .set({ confirmed_at: sql<Date>`now()`, last_step: String(step) })
    .where("member_id", "=", memberId)
    .where("sealed_secret", "=", sealed)
    .where("confirmed_at", "is", null)
    .where("created_at", ">", sql<Date>`now() - make_interval(hours => ${TOTP_PENDING_HOURS})`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up a time step and all before it. @returns false if it was used, or the key is another one by now */
export async function redeemTotpStep(tx: Tx, memberId: string, sealed: Buffer, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("totp_secrets")
    .set({ last_step: String(step) })
    .where("member_id", "=", memberId)
    .where("sealed_secret", "=", sealed)
    .where("confirmed_at", "is not", null)
    .where((e) => e.or([e("last_step", "is", null), e("last_step", "<", String(step))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a key. @returns whether it was confirmed */
export async function deleteTotp(tx: Tx, memberId: string): Promise<boolean> {
  const mine = tx.deleteFrom("totp_secrets").where("member_id", "=", memberId);
  const deleted = await mine.returning("confirmed_at").executeTakeFirst();
  return deleted !== undefined && deleted.confirmed_at !== null;
}

export async function insertRecoveryCodes(tx: Tx, memberId: string, hashes: readonly Buffer[]): Promise<void> {
  const codes = hashes.map((code_hash) => ({ member_id: memberId, code_hash, used_at: null }));
  await tx.insertInto("recovery_codes").values(codes).execute();
}

/** Uses up a recovery code. @returns false if there is none, or it was used */
export async function redeemRecoveryCode(tx: Tx, memberId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_codes")
    .set({ used_at: sql<Date>`now()` })
    .where("member_id", "=", memberId)
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteRecoveryCodes(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("recovery_codes").where("member_id", "=", memberId).execute();
}

export async function deletePasskeys(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("passkeys").where("member_id", "=", memberId).execute();
}

/**
 * Deletes factors that were added before a time.
 * @param factor the id of a passkey, `totp`, `recovery_codes` or `all`
 * @returns whether there were any
 */
export async function deleteFactorsBefore(tx: Tx, memberId: string, factor: string, before: Date): Promise<boolean> {
  const isOf = sql`member_id = ${memberId} and created_at < ${before}`;
  const { rows } = await sql`
    with deleted_keys as (
      delete from passkeys where ${isOf} and ${factor} in (id::text, 'all') returning member_id
    ), deleted_secrets as (
      delete from totp_secrets where ${isOf} and ${factor} in ('totp', 'all') returning member_id
    ), deleted_codes as (
      delete from recovery_codes where ${isOf} and ${factor} in ('recovery_codes', 'all') returning member_id
    )
    select from deleted_keys union all select from deleted_secrets union all select from deleted_codes`.execute(tx);
  return rows.length > 0;
}

interface NewChallenge extends Pick<WebauthnChallengesTable, "challenge_hash" | "purpose" | "bound_to"> {
  readonly minutes: number;
}

export async function insertChallenge(db: Db, { minutes, ...challenge }: NewChallenge): Promise<void> {
  await db
    .insertInto("webauthn_challenges")
    .values({ ...challenge, expires_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .execute();
}

/** Deletes a challenge, so that one answer uses it. @returns false if it is unknown, used, expired or for another use */
export async function takeChallenge(
  db: Db,
  { challenge_hash, purpose, bound_to }: Omit<NewChallenge, "minutes">,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("webauthn_challenges")
    .where("challenge_hash", "=", challenge_hash)
    .where("purpose", "=", purpose)
    .where(sql<boolean>`bound_to is not distinct from ${bound_to}::bytea`)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

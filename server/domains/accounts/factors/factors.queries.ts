import { sql } from "kysely";
import type { FactorMethod } from "#contract/errors.ts";
import type { Db } from "#server/platform/db/client.ts";

/**
 * Proofs of a login besides the password. Empty without a passkey and an authenticator app: the password alone
 * logs in.
 */
export async function findFactorMethods(db: Db, memberId: string): Promise<FactorMethod[]> {
  const { rows } = await sql<{ passkey: boolean; totp: boolean; recovery_code: boolean }>`
    select exists (select from passkeys where member_id = ${memberId}) as passkey,
      exists (select from totp_secrets where member_id = ${memberId} and confirmed_at is not null) as totp,
      exists (select from recovery_codes where member_id = ${memberId} and used_at is null) as recovery_code`.execute(
    db,
  );
  const [has] = rows;
  if (!has || (!has.passkey && !has.totp)) return [];
  return (["passkey", "totp", "recovery_code"] as const).filter((method) => has[method]);
}

export const findPasskeys = (db: Db, memberId: string) =>
  db
    .selectFrom("passkeys")
    .select(["id", "credential_id", "transports", "name", "is_backed_up", "created_at", "last_used_at"])
    .where("member_id", "=", memberId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export type PasskeyRow = Awaited<ReturnType<typeof findPasskeys>>[number];

/** The key that verifies an answer with a passkey, and its owner. */
export const findPasskeyByCredential = (db: Db, credentialId: string) =>
  db
    .selectFrom("passkeys")
    .select(["id", "member_id", "credential_id", "public_key", "counter", "transports"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();

export const findTotp = (db: Db, memberId: string) =>
  db
    .selectFrom("totp_secrets")
    .select(["sealed_secret", "created_at", "confirmed_at", "last_step"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();

/** Counts a member's unused recovery codes. */
export async function countRecoveryCodes(db: Db, memberId: string): Promise<number> {
  const { n } = await db
    .selectFrom("recovery_codes")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Whether a member has an unused recovery code with this hash. */
export const hasRecoveryCode = async (db: Db, memberId: string, hash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom("recovery_codes")
    .select("member_id")
    .where("member_id", "=", memberId)
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .executeTakeFirst()) !== undefined;

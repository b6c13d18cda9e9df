import { randomInt } from "node:crypto";
import { RECOVERY_CODES } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { deleteRecoveryCodes, insertRecoveryCodes } from "#server/domains/accounts/factors/factors.repo.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** 32 signs without those that look alike, so 50 bits a code. */
const SIGNS = "0123456789abcdefghjkmnpqrstvwxyz";
const HALF = 5;

const half = (): string => Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join("");

/** Reads a code as people type it: with or without the dash, in any case, `o` for `0`, `i` or `l` for `1`. */
const normalize = (code: string): string =>
  code.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");

/** Codes are random, so a keyed hash needs no slow function. */
export const hashRecoveryCode = (ctx: Context, memberId: string, code: string): Buffer =>
  ctx.keyedHash("recovery code", memberId, normalize(code));

/** Needs the account's lock. @returns the codes, of which only hashes are stored */
export async function replaceRecoveryCodes(ctx: Context, tx: Tx, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
  await deleteRecoveryCodes(tx, memberId);
  await insertRecoveryCodes(
    tx,
    memberId,
    codes.map((code) => hashRecoveryCode(ctx, memberId, code)),
  );
  return codes;
}

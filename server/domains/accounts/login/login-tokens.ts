import { timingSafeEqual } from "node:crypto";
import { validate } from "uuid";
import { MINUTE_MS } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { type AccountRow, findAccountById } from "#server/domains/accounts/accounts.queries.ts";
import { isInGoodStanding } from "#server/domains/members/members.queries.ts";
import { AppError } from "#server/errors.ts";

/**
 * A login token proves that the password was correct, and is worth nothing without a second factor. It is
 * `memberId.expiry.signature`: the time in milliseconds, base 36, and a keyed hash of both with the password's hash, so
 * that a new password invalidates it. The server stores none of it.
 */
const MINUTES = 10;
const TOKEN = /^([0-9a-f-]{36})\.([0-9a-z]{1,12})\.([\w-]{43})$/;

const signatureOf = (ctx: Context, memberId: string, expiry: string, passwordHash: string): string =>
  ctx.keyedHash("login token", memberId, expiry, passwordHash).toString("base64url");

export function createLoginToken(ctx: Context, memberId: string, passwordHash: string): string {
  const expiry = (ctx.now().getTime() + MINUTES * MINUTE_MS).toString(36);
  return [memberId, expiry, signatureOf(ctx, memberId, expiry, passwordHash)].join(".");
}

/** @throws AppError login_expired, account_suspended */
export async function readLoginToken(ctx: Context, token: string): Promise<AccountRow> {
  const [, memberId = "", expiry = "", signature = ""] = TOKEN.exec(token) ?? [];
  const account = validate(memberId) ? await findAccountById(ctx.db, memberId) : undefined;
  if (!account || Number.parseInt(expiry, 36) <= ctx.now().getTime()) throw new AppError("login_expired");
  const expected = signatureOf(ctx, memberId, expiry, account.password_hash);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) throw new AppError("login_expired");
  if (account.status === "suspended") throw new AppError("account_suspended");
  if (!isInGoodStanding(account.status)) throw new AppError("login_expired");
  return account;
}

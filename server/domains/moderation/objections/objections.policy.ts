import { timingSafeEqual } from "node:crypto";
import { parse } from "uuid";
import { APPEAL_MONTHS } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { addMonths } from "#server/domains/moderation/decisions/decisions.policy.ts";
import type { ReportOutcome } from "#server/domains/moderation/reports/reports.policy.ts";

export const objectUntil = (decidedAt: Date): Date => addMonths(decidedAt, APPEAL_MONTHS);

/** Once; whoever was right has nothing to object to. */
export const canObject = (outcome: ReportOutcome, decidedAt: Date, hasObjected: boolean, now: Date): boolean =>
  outcome !== "upheld" && outcome !== "noted" && !hasObjected && objectUntil(decidedAt) > now;

const ID_BYTES = 16;
const TOKEN_BYTES = 32;

const signatureOf = (ctx: Context, id: string): Buffer =>
  ctx.keyedHash("objection", id).subarray(0, TOKEN_BYTES - ID_BYTES);

/**
 * The token in the link of an outcome: the id of the report or the notice, and 128 bits of a keyed hash of it. Nothing is
 * stored for it, and each email has the same.
 */
export const objectionTokenOf = (ctx: Context, id: string): string =>
  Buffer.concat([parse(id), signatureOf(ctx, id)]).toString("base64url");

export const objectionUrl = (ctx: Context, id: string): string => `${ctx.site()}/appeal/${objectionTokenOf(ctx, id)}`;

/** @returns the id of the report or the notice; undefined for a token of something else */
export function parseObjectionToken(ctx: Context, token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== TOKEN_BYTES || bytes.toString("base64url") !== token) return undefined;
  const id = bytes.toString("hex", 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return timingSafeEqual(bytes.subarray(ID_BYTES), signatureOf(ctx, id)) ? id : undefined;
}

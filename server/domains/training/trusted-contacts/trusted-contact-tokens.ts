import type { Context } from "#server/context.ts";
import { hashToken } from "#server/domains/accounts/accounts.policy.ts";

const TOKEN_BYTES = 16;

/** 128 bits. Derived from an id, so that all emails have the same link while only a hash is stored. */
export interface DerivedToken {
  readonly token: string;
  readonly hash: Buffer;
}

function derive(ctx: Context, purpose: string, id: string): DerivedToken {
  const token = ctx.keyedHash(purpose, id).subarray(0, TOKEN_BYTES).toString("base64url");
  return { token, hash: hashToken(token) };
}

/** For the page where a contact says yes or no, and ends it. */
export const contactToken = (ctx: Context, contactId: string) => derive(ctx, "trusted contact", contactId);
export const contactUrl = (ctx: Context, contactId: string): string =>
  `${ctx.site()}/trusted/${contactToken(ctx, contactId).token}`;

/** For the page of a shared date. */
export const shareToken = (ctx: Context, shareId: string) => derive(ctx, "shared date", shareId);
export const shareUrl = (ctx: Context, shareId: string): string => `${ctx.site()}/d/${shareToken(ctx, shareId).token}`;

import type { Context } from "#server/context.ts";

/** The token in the email. The same each time, so that a repeated email has the same link. Only its hash is stored. */
export const exportLinkToken = (ctx: Context, linkId: string): string =>
  ctx.keyedHash("export link", linkId).toString("base64url");

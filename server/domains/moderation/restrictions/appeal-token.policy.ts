import type { Context } from "#server/context.ts";

/** The token in the link of a statement. The same each time, so that a repeated email has the same link. */
export const appealTokenOf = (ctx: Context, decisionId: string): string =>
  ctx.keyedHash("appeal", decisionId).toString("base64url");

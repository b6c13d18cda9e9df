import type { FastifyInstance } from "fastify";
import type { Context } from "#server/context.ts";

/**
 * Warns once where a proxy passes requests on although `TRUST_PROXY` is off: all members then have the proxy's address and
 * share its rate limits.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, ctx: Context): void {
  if (ctx.config.trustProxy !== false) return;
  let hasWarned = false;
  app.addHook("onRequest", async ({ headers }) => {
    if (hasWarned || headers["x-forwarded-for"] === undefined) return;
    hasWarned = true;
    ctx.log.warn("X-Forwarded-For is ignored: set TRUST_PROXY, or all members share the proxy's rate limits");
  });
}

import type { FastifyInstance } from "fastify";
import type { Context } from "#server/context.ts";
import { authenticate, refusalOf } from "#server/modules/accounts/accounts.service.ts";

const BEARER = /^Bearer ([\w-]{1,200})$/i;

/** Reads the bearer token, if there is one, and says who the request is from. Endpoints decide whether it matters. */
export function readTokens(app: FastifyInstance, ctx: Context): void {
  app.decorateRequest("caller", null);
  app.decorateRequest("refusal", "unauthorized");
  // After the rate limit, which is asked on the request's arrival, and before the body is read.
  app.addHook("preParsing", async (request) => {
    const [, token] = BEARER.exec(request.headers.authorization ?? "") ?? [];
    if (!token) return;
    request.caller = (await authenticate(ctx, token)) ?? null;
    if (!request.caller) request.refusal = await refusalOf(ctx, token);
  });
}

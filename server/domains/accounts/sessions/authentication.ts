import type { FastifyInstance } from "fastify";
import type { Context } from "#server/context.ts";
import { authenticate, findAuthError } from "#server/domains/accounts/sessions/sessions.service.ts";

const BEARER = /^Bearer ([\w-]{1,200})$/i;

/** Endpoints decide whether a caller is required. */
export function registerAuthentication(app: FastifyInstance, ctx: Context): void {
  app.decorateRequest("caller", null);
  app.decorateRequest("authError", "unauthorized");
  // After the rate limit by network (`onRequest`), before the body is read.
  app.addHook("preParsing", async (request) => {
    const [, token] = BEARER.exec(request.headers.authorization ?? "") ?? [];
    if (!token) return;
    request.caller = (await authenticate(ctx, token)) ?? null;
    if (!request.caller) request.authError = await findAuthError(ctx, token);
  });
}

import type { FastifyInstance } from "fastify";
import type { Context } from "#server/context.ts";
import { authenticate, findAuthError } from "#server/domains/accounts/sessions/sessions.service.ts";

const BEARER = /^Bearer ([\w-]{1,200})$/i;

declare module "fastify" {
  interface FastifyContextConfig {
    readonly freshSession?: boolean;
  }
}

/**
 * The routes of a scope look up sessions in the database for each call: what an intruder must not do in the seconds after
 * their session was ended. Must be registered before the routes.
 */
export function readFreshSessions(scope: FastifyInstance): void {
  scope.addHook("onRoute", (route) => {
    route.config = { ...route.config, freshSession: true };
  });
}

/** Endpoints decide whether a caller is required. */
export function registerAuthentication(app: FastifyInstance, ctx: Context): void {
  app.decorateRequest("caller", null);
  app.decorateRequest("authError", "unauthorized");
  // After the rate limit by network (`onRequest`), before the body is read.
  app.addHook("preParsing", async (request) => {
    const [, token] = BEARER.exec(request.headers.authorization ?? "") ?? [];
    if (!token) return;
    const { freshSession = false } = request.routeOptions.config;
    request.caller = (await authenticate(ctx, token, freshSession)) ?? null;
    if (!request.caller) request.authError = await findAuthError(ctx, token);
  });
}

import type { FastifyInstance } from "fastify";
import { checkUsername as checkUsernameEndpoint, register } from "#contract/accounts/accounts.ts";
import type { Context } from "#server/context.ts";
import { clientOrigin, rememberDevice } from "#server/domains/accounts/sessions/client-device.ts";
import { signUp } from "#server/domains/accounts/signup/signup.service.ts";
import { checkUnderage } from "#server/domains/accounts/signup/signup-abuse.service.ts";
import { checkUsername } from "#server/domains/accounts/signup/username-availability.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";
import { inTurn } from "#server/platform/http/visitor-queue.ts";

export function signupRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    checkUsernameEndpoint,
  )(({ query, request }) => checkUsername(ctx.visitors, query.username, clientOrigin(request).address));

  app.register(async (scope) => {
    scope.addHook("preValidation", async (request, reply) => {
      const deviceCookie = await inTurn(ctx, request, (visitors) =>
        checkUnderage(visitors, request.body, request.headers.cookie),
      );
      if (deviceCookie !== undefined) reply.header("set-cookie", deviceCookie);
    });
    registerEndpoint(
      scope,
      register,
    )((exchange) =>
      inTurn(ctx, exchange.request, (visitors) =>
        rememberDevice(visitors, exchange, (origin) => signUp(visitors, exchange.body, origin)),
      ),
    );
  });
}

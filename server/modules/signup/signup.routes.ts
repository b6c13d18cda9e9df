import type { FastifyInstance } from "fastify";
import { register } from "#contract/accounts.ts";
import type { Context } from "#server/context.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { setDeviceCookie } from "#server/modules/accounts/device-cookie.ts";
import { originOf } from "#server/modules/accounts/origin.ts";
import { join } from "#server/modules/signup/signup.service.ts";
import { refuseSecondTry } from "#server/modules/signup/underage.service.ts";

export function joiningRoutes(app: FastifyInstance, ctx: Context): void {
  app.register(async (scope) => {
    scope.addHook("preValidation", (request, reply) => refuseSecondTry(ctx, request, reply));
    serve(
      scope,
      register,
    )(async ({ body, request, response }) => {
      const signedIn = await join(ctx, body, originOf(request));
      setDeviceCookie(ctx, response, request.headers.cookie, signedIn.user._id);
      return signedIn;
    });
  });
}

import type { FastifyInstance } from "fastify";
import * as accounts from "#contract/accounts.ts";
import type { Context } from "#server/context.ts";
import { login, logout } from "#server/modules/accounts/accounts.service.ts";
import { serve } from "#server/serve.ts";

export function accountsRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, accounts.login)(({ body }) => login(ctx, body));

  serve(
    app,
    accounts.logout,
  )(async ({ me }) => {
    await logout(ctx, me);
    return {};
  });
}

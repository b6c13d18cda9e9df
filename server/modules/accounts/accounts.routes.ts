import type { FastifyInstance } from "fastify";
import * as accounts from "#contract/accounts.ts";
import type { Context } from "#server/context.ts";
import { login, logout } from "#server/modules/accounts/accounts.service.ts";
import {
  changePassword,
  checkResetToken,
  forgotPassword,
  resetPassword,
  sendVerification,
  verifyEmail,
} from "#server/modules/accounts/links.service.ts";
import { addressKey } from "#server/plugins/limits.ts";
import { serve } from "#server/serve.ts";

export function accountsRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, accounts.login)(({ body, request }) => login(ctx, body, addressKey(request.ip)));

  serve(app, accounts.forgotPassword)(({ body }) => forgotPassword(ctx, body.email));

  serve(app, accounts.verifyResetToken)(({ params }) => checkResetToken(ctx, params.token));

  serve(app, accounts.resetPassword)(({ body, request }) => resetPassword(ctx, body, addressKey(request.ip)));

  serve(app, accounts.changePassword)(({ me, body, request }) => changePassword(ctx, me, body, addressKey(request.ip)));

  serve(app, accounts.verifyEmail)(({ params }) => verifyEmail(ctx, params.token));

  serve(app, accounts.sendVerification)(({ me }) => sendVerification(ctx, me.id));

  serve(
    app,
    accounts.logout,
  )(async ({ me }) => {
    await logout(ctx, me);
    return {};
  });
}

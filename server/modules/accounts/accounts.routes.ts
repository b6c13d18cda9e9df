import type { FastifyInstance } from "fastify";
import * as accounts from "#contract/accounts.ts";
import * as emails from "#contract/email-change.ts";
import * as logins from "#contract/logins.ts";
import type { Context } from "#server/context.ts";
import { login, logout } from "#server/modules/accounts/accounts.service.ts";
import {
  cancelEmailChange,
  changeEmail,
  confirmAddress,
  readEmails,
} from "#server/modules/accounts/email-change.service.ts";
import {
  changePassword,
  checkResetToken,
  forgotPassword,
  resetPassword,
  sendVerification,
} from "#server/modules/accounts/links.service.ts";
import { endLogin, endOtherLogins, readLogins } from "#server/modules/accounts/logins.service.ts";
import { originOf } from "#server/modules/accounts/origin.ts";
import { serve } from "#server/serve.ts";

export function accountsRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, accounts.login)(({ body, request }) => login(ctx, body, originOf(request)));

  serve(app, accounts.forgotPassword)(({ body }) => forgotPassword(ctx, body.email));

  serve(app, accounts.verifyResetToken)(({ params }) => checkResetToken(ctx, params.token));

  serve(app, accounts.resetPassword)(({ body, request }) => resetPassword(ctx, body, originOf(request)));

  serve(app, accounts.changePassword)(({ me, body, request }) => changePassword(ctx, me, body, originOf(request)));

  serve(app, accounts.verifyEmail)(({ params, request }) => confirmAddress(ctx, params.token, originOf(request)));

  serve(app, emails.getEmails)(({ me }) => readEmails(ctx, me.id));

  serve(app, emails.changeEmail)(({ me, body, request }) => changeEmail(ctx, me, body, originOf(request)));

  serve(app, emails.cancelEmailChange)(({ me }) => cancelEmailChange(ctx, me.id));

  serve(app, accounts.sendVerification)(({ me }) => sendVerification(ctx, me.id));

  serve(
    app,
    accounts.logout,
  )(async ({ me }) => {
    await logout(ctx, me);
    return {};
  });

  serve(app, logins.getLogins)(({ me }) => readLogins(ctx, me));

  serve(app, logins.endLogin)(({ me, params }) => endLogin(ctx, me, params.loginId));

  serve(app, logins.endOtherLogins)(({ me }) => endOtherLogins(ctx, me));
}

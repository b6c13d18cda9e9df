import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as accounts from "#contract/accounts.ts";
import * as emails from "#contract/email-change.ts";
import * as logins from "#contract/sessions.ts";
import type { Context } from "#server/context.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { logout } from "#server/modules/accounts/accounts.service.ts";
import { setDeviceCookie } from "#server/modules/accounts/device-cookie.ts";
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
import { login } from "#server/modules/accounts/login.service.ts";
import { endLogin, endOtherLogins, readLogins } from "#server/modules/accounts/logins.service.ts";
import { originOf } from "#server/modules/accounts/origin.ts";

type Member = Omit<accounts.SignedIn, "success">;

interface Exchange {
  readonly request: FastifyRequest;
  readonly response: FastifyReply;
}

export function accountsRoutes(app: FastifyInstance, ctx: Context): void {
  /** Marks the device as one of the member who has just logged in on it. */
  const remember = async (signedIn: Promise<Member>, { request, response }: Exchange): Promise<Member> => {
    const member = await signedIn;
    setDeviceCookie(ctx, response, request.headers.cookie, member.user._id);
    return member;
  };

  serve(app, accounts.login)((asked) => remember(login(ctx, asked.body, originOf(asked.request)), asked));

  serve(app, accounts.forgotPassword)(({ body, request }) => forgotPassword(ctx, body.email, originOf(request)));

  serve(app, accounts.verifyResetToken)(({ params }) => checkResetToken(ctx, params.token));

  serve(
    app,
    accounts.resetPassword,
  )((asked) => remember(resetPassword(ctx, asked.body, originOf(asked.request)), asked));

  serve(
    app,
    accounts.changePassword,
  )((asked) => remember(changePassword(ctx, asked.me, asked.body, originOf(asked.request)), asked));

  serve(app, accounts.verifyEmail)(({ params, request }) => confirmAddress(ctx, params.token, originOf(request)));

  serve(app, emails.getEmails)(({ me }) => readEmails(ctx, me.id));

  serve(app, emails.changeEmail)(({ me, body, request }) => changeEmail(ctx, me, body, originOf(request)));

  serve(app, emails.cancelEmailChange)(({ me }) => cancelEmailChange(ctx, me.id));

  serve(app, accounts.sendVerification)(({ me }) => sendVerification(ctx, me.id));

  serve(
    app,
    accounts.logout,
  )(async ({ me, request, response }) => {
    await logout(ctx, me, originOf(request));
    // Photos of members that the browser has cached. "storage" would also delete what a logout keeps: that somebody was
    // here, the theme and the consent.
    response.header("clear-site-data", '"cache"');
    return {};
  });

  serve(app, logins.listSessions)(({ me }) => readLogins(ctx, me));

  serve(app, logins.endSession)(({ me, params, request }) => endLogin(ctx, me, params.loginId, originOf(request)));

  serve(app, logins.endOtherSessions)(({ me, request }) => endOtherLogins(ctx, me, originOf(request)));
}

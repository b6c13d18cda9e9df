import type { FastifyInstance } from "fastify";
import * as accounts from "#contract/accounts/accounts.ts";
import * as emailChange from "#contract/accounts/email-change.ts";
import { getPlaceInLine } from "#contract/accounts/line.ts";
import * as sessions from "#contract/accounts/sessions.ts";
import type { Context } from "#server/context.ts";
import {
  cancelEmailChange,
  changeEmail,
  confirmAddress,
  readEmails,
} from "#server/domains/accounts/email/email-change.service.ts";
import {
  changePassword,
  checkResetToken,
  forgotPassword,
  resetPassword,
  sendVerification,
} from "#server/domains/accounts/email/email-tokens.service.ts";
import { login } from "#server/domains/accounts/login/login.service.ts";
import { clientOrigin, rememberDevice } from "#server/domains/accounts/sessions/client-device.ts";
import {
  endOtherSessions,
  endSession,
  listSessionsOf,
  logout,
} from "#server/domains/accounts/sessions/sessions.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";
import { findPlaceInLine, inTurn } from "#server/platform/http/visitor-queue.ts";

export function accountsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    accounts.login,
  )((exchange) =>
    inTurn(ctx, exchange.request, (visitors) =>
      rememberDevice(visitors, exchange, (origin) => login(visitors, exchange.body, origin)),
    ),
  );

  registerEndpoint(app, getPlaceInLine)(async ({ params }) => findPlaceInLine(ctx, params.ticket));

  registerEndpoint(
    app,
    accounts.forgotPassword,
  )(({ body, request }) =>
    inTurn(ctx, request, (visitors) => forgotPassword(visitors, body.email, clientOrigin(request))),
  );

  registerEndpoint(app, accounts.verifyResetToken)(({ params }) => checkResetToken(ctx.visitors, params.token));

  registerEndpoint(
    app,
    accounts.resetPassword,
  )((exchange) =>
    inTurn(ctx, exchange.request, (visitors) =>
      rememberDevice(visitors, exchange, (origin) => resetPassword(visitors, exchange.body, origin)),
    ),
  );

  registerEndpoint(
    app,
    accounts.changePassword,
  )((exchange) => rememberDevice(ctx, exchange, (origin) => changePassword(ctx, exchange.me, exchange.body, origin)));

  registerEndpoint(
    app,
    accounts.verifyEmail,
  )(({ params, request }) => confirmAddress(ctx.visitors, params.token, clientOrigin(request)));

  registerEndpoint(app, emailChange.getEmails)(({ me }) => readEmails(ctx, me.id));

  registerEndpoint(
    app,
    emailChange.changeEmail,
  )(({ me, body, request }) => changeEmail(ctx, me, body, clientOrigin(request)));

  registerEndpoint(app, emailChange.cancelEmailChange)(({ me }) => cancelEmailChange(ctx, me.id));

  registerEndpoint(app, accounts.sendVerification)(({ me }) => sendVerification(ctx, me.id));

  registerEndpoint(
    app,
    accounts.logout,
  )(async ({ me, request, response }) => {
    await logout(ctx, me, clientOrigin(request));
    // Deletes cached photos. "storage" would also delete the theme and the cookie consent.
    response.header("clear-site-data", '"cache"');
    return {};
  });

  registerEndpoint(app, sessions.listSessions)(({ me }) => listSessionsOf(ctx, me));

  registerEndpoint(
    app,
    sessions.endSession,
  )(({ me, params, request }) => endSession(ctx, me, params.sessionId, clientOrigin(request)));

  registerEndpoint(
    app,
    sessions.endOtherSessions,
  )(({ me, request }) => endOtherSessions(ctx, me, clientOrigin(request)));
}

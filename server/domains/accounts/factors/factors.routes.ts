import type { FastifyInstance } from "fastify";
import * as factors from "#contract/accounts/factors.ts";
import type { Context } from "#server/context.ts";
import {
  createPasskeyLoginOptions,
  createSecondFactorOptions,
  loginWithPasskey,
  loginWithSecondFactor,
} from "#server/domains/accounts/factors/factor-login.service.ts";
import { readFactors, renewRecoveryCodes } from "#server/domains/accounts/factors/factors.service.ts";
import {
  addPasskey,
  createPasskeyOptions,
  removePasskey,
  renamePasskey,
} from "#server/domains/accounts/factors/passkeys.service.ts";
import {
  createReauthenticationOptions,
  reauthenticate,
} from "#server/domains/accounts/factors/reauthentication.service.ts";
import { confirmTotp, removeTotp, startTotp } from "#server/domains/accounts/factors/totp.service.ts";
import { clientOrigin, rememberDevice } from "#server/domains/accounts/sessions/client-device.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";
import { inTurn } from "#server/platform/http/visitor-queue.ts";
import { networkKey } from "#server/platform/lib/networks.ts";

export function factorsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, factors.getFactors)(({ me }) => readFactors(ctx, me.id));

  registerEndpoint(app, factors.createPasskeyOptions)(({ me }) => createPasskeyOptions(ctx, me));

  registerEndpoint(
    app,
    factors.addPasskey,
  )(({ me, body, request }) => addPasskey(ctx, me, body.response, clientOrigin(request)));

  registerEndpoint(
    app,
    factors.renamePasskey,
  )(({ me, params, body }) => renamePasskey(ctx, me, params.passkeyId, body.name));

  registerEndpoint(
    app,
    factors.removePasskey,
  )(({ me, params, request }) => removePasskey(ctx, me, params.passkeyId, clientOrigin(request)));

  registerEndpoint(app, factors.startTotp)(({ me, request }) => startTotp(ctx, me, clientOrigin(request)));

  registerEndpoint(
    app,
    factors.confirmTotp,
  )(({ me, body, request }) => confirmTotp(ctx, me, body.code, clientOrigin(request)));

  registerEndpoint(app, factors.removeTotp)(({ me, request }) => removeTotp(ctx, me, clientOrigin(request)));

  registerEndpoint(
    app,
    factors.renewRecoveryCodes,
  )(({ me, request }) => renewRecoveryCodes(ctx, me, clientOrigin(request)));

  registerEndpoint(app, factors.createReauthenticationOptions)(({ me }) => createReauthenticationOptions(ctx, me));

  registerEndpoint(
    app,
    factors.reauthenticate,
  )(({ me, body, request }) => reauthenticate(ctx, me, body, clientOrigin(request)));

  registerEndpoint(
    app,
    factors.createPasskeyLoginOptions,
  )(({ request }) => inTurn(ctx, request, (visitors) => createPasskeyLoginOptions(visitors, networkKey(request.ip))));

  registerEndpoint(
    app,
    factors.loginWithPasskey,
  )((exchange) =>
    inTurn(ctx, exchange.request, (visitors) =>
      rememberDevice(visitors, exchange, (origin) => loginWithPasskey(visitors, exchange.body.response, origin)),
    ),
  );

  registerEndpoint(
    app,
    factors.createSecondFactorOptions,
  )(({ body, request }) =>
    inTurn(ctx, request, (visitors) => createSecondFactorOptions(visitors, body.loginToken, networkKey(request.ip))),
  );

  registerEndpoint(
    app,
    factors.loginWithSecondFactor,
  )((exchange) =>
    inTurn(ctx, exchange.request, (visitors) =>
      rememberDevice(visitors, exchange, (origin) => loginWithSecondFactor(visitors, exchange.body, origin)),
    ),
  );
}

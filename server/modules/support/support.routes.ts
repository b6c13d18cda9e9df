import type { FastifyInstance } from "fastify";
import * as support from "#contract/support.ts";
import type { Context } from "#server/context.ts";
import { registerEndpoint, registerOneClickUnsubscribe } from "#server/http/register-endpoint.ts";
import { networkKey } from "#server/lib/networks.ts";
import { sendContactMessage } from "#server/modules/support/contact.service.ts";
import { confirmSubscription, subscribe, unsubscribe } from "#server/modules/support/newsletter.service.ts";

export function supportRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    support.sendContactMessage,
  )(({ body, request }) =>
    sendContactMessage(ctx, body, { memberId: request.caller?.id ?? null, address: networkKey(request.ip) }),
  );

  registerEndpoint(
    app,
    support.subscribeNewsletter,
  )(({ body, request }) => subscribe(ctx, body, networkKey(request.ip)));

  registerEndpoint(app, support.confirmNewsletter)(({ params }) => confirmSubscription(ctx, params.token));

  registerEndpoint(app, support.unsubscribeNewsletter)(({ params }) => unsubscribe(ctx, params.token));
}

export const oneClickUnsubscribe = (app: FastifyInstance, ctx: Context): void =>
  registerOneClickUnsubscribe(app, "/newsletter/unsubscribe/:token", (token) => unsubscribe(ctx, token));

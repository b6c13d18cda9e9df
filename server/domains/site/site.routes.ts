import type { FastifyInstance } from "fastify";
import * as site from "#contract/site/site.ts";
import type { Context } from "#server/context.ts";
import { readContactAnswer, sendContactMessage, writeBack } from "#server/domains/site/contact.service.ts";
import { confirmSubscription, subscribe, unsubscribe } from "#server/domains/site/newsletter.service.ts";
import { registerEndpoint, registerOneClickUnsubscribe } from "#server/platform/http/register-endpoint.ts";
import { networkKey } from "#server/platform/lib/networks.ts";

export function siteRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    site.sendContactMessage,
  )(({ body, request }) =>
    sendContactMessage(ctx, body, { memberId: request.caller?.id ?? null, address: networkKey(request.ip) }),
  );

  registerEndpoint(app, site.getContactAnswer)(({ params }) => readContactAnswer(ctx, params.token));

  registerEndpoint(
    app,
    site.writeBack,
  )(async ({ params, body, request }) => {
    await writeBack(ctx, params.token, body, networkKey(request.ip));
    return {};
  });

  registerEndpoint(app, site.subscribeNewsletter)(({ body, request }) => subscribe(ctx, body, networkKey(request.ip)));

  registerEndpoint(app, site.confirmNewsletter)(({ params }) => confirmSubscription(ctx, params.token));

  registerEndpoint(app, site.unsubscribeNewsletter)(({ params }) => unsubscribe(ctx, params.token));
}

export const oneClickUnsubscribe = (app: FastifyInstance, ctx: Context): void =>
  registerOneClickUnsubscribe(app, "/newsletter/unsubscribe/:token", (token) => unsubscribe(ctx, token));

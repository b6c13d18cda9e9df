import type { FastifyInstance } from "fastify";
import * as support from "#contract/support.ts";
import type { Context } from "#server/context.ts";
import { serveOneClick } from "#server/http/one-click-unsubscribe.ts";
import { addressKey } from "#server/http/rate-limit.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { sendContactMessage } from "#server/modules/support/contact.service.ts";
import { confirmSubscription, subscribe, unsubscribe } from "#server/modules/support/newsletter.service.ts";

export function supportRoutes(app: FastifyInstance, ctx: Context): void {
  serve(
    app,
    support.sendContactMessage,
  )(({ body, request }) =>
    sendContactMessage(ctx, body, { memberId: request.caller?.id ?? null, address: addressKey(request.ip) }),
  );

  serve(app, support.subscribeNewsletter)(({ body, request }) => subscribe(ctx, body.email, addressKey(request.ip)));

  serve(app, support.confirmNewsletter)(({ params }) => confirmSubscription(ctx, params.token));

  serve(app, support.unsubscribeNewsletter)(({ params }) => unsubscribe(ctx, params.token));
}

/** Where a mail program ends the newsletter with one click. */
export const oneClickUnsubscribe = (app: FastifyInstance, ctx: Context): void =>
  serveOneClick(app, "/newsletter/unsubscribe/:token", (token) => unsubscribe(ctx, token));

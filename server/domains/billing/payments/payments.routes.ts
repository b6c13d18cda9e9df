import type { FastifyInstance, FastifyRequest } from "fastify";
import * as payments from "#contract/billing/payments.ts";
import type { Context } from "#server/context.ts";
import { buyPackage, confirmCheckout, listCheckouts } from "#server/domains/billing/payments/checkout.service.ts";
import { payTestCheckout, readTestCheckout } from "#server/domains/billing/payments/test-checkout.service.ts";
import { receiveEvent } from "#server/domains/billing/payments/webhooks.service.ts";
import { buySubscription, setCancelAtPeriodEnd } from "#server/domains/billing/subscriptions/subscriptions.service.ts";
import { AppError } from "#server/errors.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";
import { throttleReports } from "#server/platform/lib/limiter.ts";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** On a local machine it is the request's host, because cookies are per host. */
const siteOf = (ctx: Context, { host }: FastifyRequest): string =>
  ctx.config.publicUrl === undefined && LOOPBACK.test(host) ? `http://${host}` : ctx.site();

export function paymentsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    payments.createCheckout,
  )(({ me, body, request }) => buyPackage(ctx, { memberId: me.id, site: siteOf(ctx, request) }, body));

  registerEndpoint(
    app,
    payments.createSubscription,
  )(({ me, request }) => buySubscription(ctx, { memberId: me.id, site: siteOf(ctx, request) }));

  registerEndpoint(app, payments.cancelSubscription)(({ me }) => setCancelAtPeriodEnd(ctx, me.id, true));

  registerEndpoint(app, payments.resumeSubscription)(({ me }) => setCancelAtPeriodEnd(ctx, me.id, false));

  registerEndpoint(app, payments.confirmCheckout)(({ me, body }) => confirmCheckout(ctx, me.id, body.sessionId));

  registerEndpoint(app, payments.listCheckouts)(({ me }) => listCheckouts(ctx, me.id));

  registerEndpoint(app, payments.getTestCheckout)(({ me, params }) => readTestCheckout(ctx, me.id, params.sessionId));

  registerEndpoint(
    app,
    payments.payTestCheckout,
  )(({ me, params, body }) => payTestCheckout(ctx, me.id, params.sessionId, body?.country));
}

const WEBHOOK_BYTES_MAX = 1_000_000;

/** Anyone can send an invalid event, so at most one a minute is logged. */
const REFUSED_LOG_MS = 60_000;

export function stripeWebhook(app: FastifyInstance, ctx: Context): void {
  const onRefused = throttleReports<string>(REFUSED_LOG_MS, (reason, skipped) => {
    ctx.log.warn({ reason, skipped }, "stripe webhook: signature refused");
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: WEBHOOK_BYTES_MAX },
    async (_: FastifyRequest, body: Buffer) => body,
  );
  app.post("/api/webhooks/stripe", async (request) => {
    const signature = request.headers["stripe-signature"];
    if (typeof signature !== "string" || !Buffer.isBuffer(request.body)) throw new AppError("malformed");
    return receiveEvent(ctx, { body: request.body, signature, onRefused });
  });
}

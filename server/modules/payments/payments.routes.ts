import type { FastifyInstance, FastifyRequest } from "fastify";
import * as payments from "#contract/payments.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { sampled } from "#server/lib/sampled.ts";
import { buyMembership, setMembershipEnds } from "#server/modules/payments/memberships.service.ts";
import { buyPack, confirmCheckout, listCheckouts } from "#server/modules/payments/payments.service.ts";
import { payTestCheckout, readTestCheckout } from "#server/modules/payments/test-checkout.service.ts";
import { receiveEvent } from "#server/modules/payments/webhooks.service.ts";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** Where the browser goes back to from paying. On one's own machine the name by which it came, for its login is kept by name. */
const siteOf = (ctx: Context, { host }: FastifyRequest): string =>
  ctx.config.publicUrl === undefined && LOOPBACK.test(host) ? `http://${host}` : ctx.site();

export function paymentsRoutes(app: FastifyInstance, ctx: Context): void {
  serve(
    app,
    payments.createCheckout,
  )(({ me, body, request }) => buyPack(ctx, { memberId: me.id, site: siteOf(ctx, request) }, body));

  serve(
    app,
    payments.createSubscription,
  )(({ me, request }) => buyMembership(ctx, { memberId: me.id, site: siteOf(ctx, request) }));

  serve(app, payments.cancelSubscription)(({ me }) => setMembershipEnds(ctx, me.id, true));

  serve(app, payments.resumeSubscription)(({ me }) => setMembershipEnds(ctx, me.id, false));

  serve(app, payments.confirmCheckout)(({ me, body }) => confirmCheckout(ctx, me.id, body.sessionId));

  serve(app, payments.listCheckouts)(({ me }) => listCheckouts(ctx, me.id));

  serve(app, payments.getTestCheckout)(({ me, params }) => readTestCheckout(ctx, me.id, params.sessionId));

  serve(app, payments.payTestCheckout)(({ me, params }) => payTestCheckout(ctx, me.id, params.sessionId));
}

const WEBHOOK_BYTES_MAX = 1_000_000;

/** Anybody can send what is no event of Stripe's, so the log has one line a minute of them. */
const REFUSED_LOG_MS = 60_000;

/** Receives Stripe's events. Their bodies are signed byte by byte, so they are read as they came. */
export function stripeWebhook(app: FastifyInstance, ctx: Context): void {
  const onRefused = sampled<string>(REFUSED_LOG_MS, (reason, skipped) => {
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

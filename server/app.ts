import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Context } from "#server/context.ts";
import { readTokens } from "#server/http/authentication.ts";
import { serveDesign } from "#server/http/component-gallery.ts";
import { recordRefusals } from "#server/http/error-events.ts";
import { replyToErrors } from "#server/http/error-handler.ts";
import { serveState } from "#server/http/health.ts";
import { readBodies } from "#server/http/json-body-parser.ts";
import { describeApi } from "#server/http/openapi.ts";
import { servePhotos } from "#server/http/photo-files.ts";
import { makeRateChecks, type RateChecks } from "#server/http/rate-limit.ts";
import { PUBLIC_BODY_BYTES_MAX } from "#server/http/register-endpoint.ts";
import { logRequests } from "#server/http/request-log.ts";
import { limitRequestTime } from "#server/http/request-timeout.ts";
import { isOwnOrigin } from "#server/http/same-origin.ts";
import { setSecurityHeaders } from "#server/http/security-headers.ts";
import { serveSecurityTxt } from "#server/http/security-txt.ts";
import { notFound, readableUrl, readBuilt, servePages } from "#server/http/static-pages.ts";
import { warnOfUntrustedProxy } from "#server/http/untrusted-proxy.ts";
import { leavingRoutes } from "#server/modules/account-deletion/account-deletion.routes.ts";
import { accountsRoutes } from "#server/modules/accounts/accounts.routes.ts";
import { authenticate } from "#server/modules/accounts/accounts.service.ts";
import { crushesRoutes } from "#server/modules/crushes/crushes.routes.ts";
import { discoveryRoutes } from "#server/modules/discovery/discovery.routes.ts";
import { messagesRoutes } from "#server/modules/messages/messages.routes.ts";
import { keepLooks } from "#server/modules/notifications/looks.service.ts";
import { notificationsRoutes } from "#server/modules/notifications/notifications.routes.ts";
import { oneClickEndMails, unsubscribingRoutes } from "#server/modules/notifications/unsubscribing.routes.ts";
import { paymentsRoutes, stripeWebhook } from "#server/modules/payments/payments.routes.ts";
import { profilesRoutes } from "#server/modules/profiles/profiles.routes.ts";
import { areMatched } from "#server/modules/relationships/relationships.service.ts";
import { safetyRoutes } from "#server/modules/safety/safety.routes.ts";
import { settingsRoutes } from "#server/modules/settings/settings.routes.ts";
import { joiningRoutes } from "#server/modules/signup/signup.routes.ts";
import { oneClickUnsubscribe, supportRoutes } from "#server/modules/support/support.routes.ts";
import { walletRoutes } from "#server/modules/wallet/wallet.routes.ts";
import { countRequests, serveMetrics } from "#server/observability/metrics-endpoint.ts";
import { makeDoorkeeper, openDoor } from "#server/realtime/connection-limiter.ts";

/** For uploads, which have limits of their own below it (`http/multipart-upload.ts`); other requests have `limitRequestTime`. */
const REQUEST_MS_MAX = 21 * 60_000;

// Else every message would be 'Invalid input': the contract's zod is the small one, which brings no words.
z.config(z.locales.en());

/** Everything under `/api`: one shape of refusal, checked input, and the modules. */
async function api(app: FastifyInstance, ctx: Context, checks: RateChecks): Promise<void> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook("onRequest", checks.network);
  app.addHook("onSend", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  recordRefusals(app, ctx);
  readBodies(app);
  await app.register(multipart);
  readTokens(app, ctx);
  // Before the body is read, and after the token is.
  app.addHook("preParsing", checks.caller);
  await describeApi(app, ctx.config);

  joiningRoutes(app, ctx);
  accountsRoutes(app, ctx);
  profilesRoutes(app, ctx);
  settingsRoutes(app, ctx);
  notificationsRoutes(app, ctx);
  discoveryRoutes(app, ctx);
  crushesRoutes(app, ctx);
  walletRoutes(app, ctx);
  paymentsRoutes(app, ctx);
  messagesRoutes(app, ctx);
  safetyRoutes(app, ctx);
  supportRoutes(app, ctx);
  leavingRoutes(app, ctx);
  unsubscribingRoutes(app, ctx);
}

/** The whole server, ready to listen: what it is made of can be read from top to bottom. */
export async function createApp(ctx: Context): Promise<FastifyInstance> {
  const { config } = ctx;
  await ctx.uploads.sweep();
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: ({ url = "/" }) => readableUrl(url),
    // An address that cannot even be read has no route whose error handler would answer.
    frameworkErrors: (_error, _request, reply: FastifyReply) => reply.status(404).send(notFound),
    bodyLimit: PUBLIC_BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 200 },
    // A stop lets requests under way finish and drops idle connections.
    forceCloseConnections: "idle",
    return503OnClosing: true,
  });
  const checks = await makeRateChecks(app, config.rateLimits);
  warnOfUntrustedProxy(app, ctx);
  limitRequestTime(app);
  logRequests(app);
  countRequests(app);
  replyToErrors(app);
  const built = readBuilt();
  setSecurityHeaders(app, config, built.inlineScripts);
  // Replies are compressed. A compressed request body is refused: a few hundred bytes could become the whole limit.
  await app.register(compress, { threshold: 1024, requestEncodings: ["identity"] });
  serveState(app, ctx);
  const looks = keepLooks(ctx);
  app.addHook("onClose", () => looks.close());
  serveMetrics(app, ctx, looks.count);
  servePhotos(app, ctx, checks);
  await app.register((scope) => api(scope, ctx, checks));
  await app.register(async (scope) => {
    scope.addHook("onRequest", checks.webhook);
    stripeWebhook(scope, ctx);
  });
  for (const oneClick of [oneClickUnsubscribe, oneClickEndMails])
    await app.register(async (scope) => {
      scope.addHook("onRequest", checks.oneClick);
      oneClick(scope, ctx);
    });
  serveSecurityTxt(app, ctx);
  await servePages(app, ctx, built);
  await serveDesign(app, config);

  await ctx.realtime.attach(app, {
    look: looks.note,
    authenticate: async (token) => {
      const caller = await authenticate(ctx, token);
      return caller && { memberId: caller.id, sessionId: caller.sessionId };
    },
    areMatched: (one, other) => areMatched(ctx.db, one, other),
    isOwnOrigin: (origin, host) => isOwnOrigin(config, origin, host),
    door: config.rateLimits ? makeDoorkeeper(config.trustProxy) : openDoor,
  });
  return app;
}

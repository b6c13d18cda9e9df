import { constants } from "node:zlib";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod";
import { MINUTE_MS } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { accountsRoutes } from "#server/domains/accounts/accounts.routes.ts";
import { factorsRoutes } from "#server/domains/accounts/factors/factors.routes.ts";
import { recordRejections } from "#server/domains/accounts/security-events/rejected-requests.ts";
import { readFreshSessions, registerAuthentication } from "#server/domains/accounts/sessions/authentication.ts";
import { authenticate } from "#server/domains/accounts/sessions/sessions.service.ts";
import { settingsRoutes } from "#server/domains/accounts/settings/settings.routes.ts";
import { signupRoutes } from "#server/domains/accounts/signup/signup.routes.ts";
import { paymentsRoutes, stripeWebhook } from "#server/domains/billing/payments/payments.routes.ts";
import { walletRoutes } from "#server/domains/billing/wallet/wallet.routes.ts";
import { withdrawalsRoutes } from "#server/domains/billing/withdrawals/withdrawals.routes.ts";
import { messagesRoutes } from "#server/domains/chat/messages/messages.routes.ts";
import { crushesRoutes } from "#server/domains/crushes/crushes.routes.ts";
import { dailySetsRoutes } from "#server/domains/discovery/daily-sets/daily-sets.routes.ts";
import { passesRoutes } from "#server/domains/discovery/passes/passes.routes.ts";
import { discoveryRoutes } from "#server/domains/discovery/search/discovery.routes.ts";
import { accountDeletionRoutes } from "#server/domains/member-data/account-deletion/account-deletion.routes.ts";
import { registerPhotoFiles } from "#server/domains/members/photos/photo-files.ts";
import { profilesRoutes } from "#server/domains/members/profiles/profiles.routes.ts";
import { areMatched } from "#server/domains/members/relationships/relationships.queries.ts";
import { appealsRoutes } from "#server/domains/moderation/appeals/appeals.routes.ts";
import { registerConsole } from "#server/domains/moderation/console/console-app.ts";
import { noticesRoutes } from "#server/domains/moderation/notices/notices.routes.ts";
import { reportsRoutes } from "#server/domains/moderation/reports/reports.routes.ts";
import { hasOverdue } from "#server/domains/moderation/staff-alerts/alerts.queries.ts";
import { verificationRoutes } from "#server/domains/moderation/verification/verification.routes.ts";
import { notificationsRoutes, oneClickUnsubscribeEmails } from "#server/domains/notifications/notifications.routes.ts";
import { createPresence } from "#server/domains/notifications/presence.service.ts";
import { contactCasesRoutes } from "#server/domains/site/contact-cases.routes.ts";
import { oneClickUnsubscribe, siteRoutes } from "#server/domains/site/site.routes.ts";
import { dateOutcomesRoutes } from "#server/domains/training/date-outcomes/date-outcomes.routes.ts";
import { registerContactPages } from "#server/domains/training/trusted-contacts/contact-pages.ts";
import { trustedContactsRoutes } from "#server/domains/training/trusted-contacts/trusted-contacts.routes.ts";
import { weekComparisonsRoutes } from "#server/domains/training/week-comparisons/week-comparisons.routes.ts";
import { trainingRoutes } from "#server/domains/training/weeks/training.routes.ts";
import { registerCalendarFiles } from "#server/domains/training/workout-dates/calendar-files.ts";
import { workoutDatesRoutes } from "#server/domains/training/workout-dates/workout-dates.routes.ts";
import { registerMetricsEndpoint, registerRequestMetrics } from "#server/metrics-endpoint.ts";
import { registerOpenApi } from "#server/openapi.ts";
import { replyCompiler } from "#server/platform/http/compiled-replies.ts";
import { registerErrorHandler } from "#server/platform/http/error-handler.ts";
import { registerHealthChecks } from "#server/platform/http/health.ts";
import { registerLaggingReads } from "#server/platform/http/lagging-reads.ts";
import { createRateChecks, type RateChecks } from "#server/platform/http/rate-limit.ts";
import { PUBLIC_BODY_BYTES_MAX } from "#server/platform/http/register-endpoint.ts";
import {
  closeConnectionsWhenDraining,
  dropAbandonedRequests,
  logRequests,
  registerJsonBodyParser,
  registerRequestTimeout,
  warnOfUntrustedProxy,
} from "#server/platform/http/request-hooks.ts";
import { isSameOrigin, setSecurityHeaders } from "#server/platform/http/security-headers.ts";
import {
  normalUrl,
  notFound,
  readBuiltSite,
  registerStaticPages,
  serveComponentGallery,
  serveSecurityTxt,
} from "#server/platform/http/static-pages.ts";
import { createConnectionLimiter, noConnectionLimit } from "#server/platform/realtime/connection-limiter.ts";

/**
 * Node's limit for uploads (`http/multipart-upload.ts` has lower ones). Other requests have `registerRequestTimeout`.
 */
const REQUEST_MS_MAX = 21 * MINUTE_MS;

// The contract uses zod/mini, which has no error messages of its own.
z.config(z.locales.en());

async function api(app: FastifyInstance, ctx: Context, checks: RateChecks): Promise<void> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(replyCompiler);
  app.addHook("onRequest", checks.network);
  app.addHook("onSend", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  recordRejections(app, ctx);
  registerJsonBodyParser(app);
  await app.register(multipart);
  registerAuthentication(app, ctx);
  registerLaggingReads(app, ctx);
  // After authentication, but before the body is read.
  app.addHook("preParsing", checks.caller);
  await registerOpenApi(app, ctx.config);

  signupRoutes(app, ctx);
  profilesRoutes(app, ctx);
  settingsRoutes(app, ctx);
  notificationsRoutes(app, ctx);
  discoveryRoutes(app, ctx);
  crushesRoutes(app, ctx);
  walletRoutes(app, ctx);
  messagesRoutes(app, ctx);
  workoutDatesRoutes(app, ctx);
  passesRoutes(app, ctx);
  dailySetsRoutes(app, ctx);
  trainingRoutes(app, ctx);
  weekComparisonsRoutes(app, ctx);
  dateOutcomesRoutes(app, ctx);
  reportsRoutes(app, ctx);
  verificationRoutes(app, ctx);
  appealsRoutes(app, ctx.visitors);
  siteRoutes(app, ctx.visitors);
  noticesRoutes(app, ctx.visitors);
  await app.register(async (scope) => {
    readFreshSessions(scope);
    accountsRoutes(scope, ctx);
    factorsRoutes(scope, ctx);
    withdrawalsRoutes(scope, ctx);
    paymentsRoutes(scope, ctx);
    // They are told where a member is.
    trustedContactsRoutes(scope, ctx);
    accountDeletionRoutes(scope, ctx);
  });
}

async function createServer(ctx: Context, inlineScripts: readonly string[]) {
  const { config } = ctx;
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: ({ url = "/" }) => normalUrl(url),
    // A malformed URL matches no route, so no error handler would run.
    frameworkErrors: (_error, _request, reply: FastifyReply) => reply.status(404).send(notFound),
    bodyLimit: PUBLIC_BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 200 },
    // `close` lets running requests finish and drops idle connections.
    forceCloseConnections: "idle",
    // A request that arrives on a connection right before it is closed is answered as well.
    return503OnClosing: false,
  });
  dropAbandonedRequests(app);
  const checks = await createRateChecks(app, config.rateLimits, ctx.sharedCounters);
  warnOfUntrustedProxy(app, ctx);
  registerRequestTimeout(app);
  closeConnectionsWhenDraining(app, ctx);
  logRequests(app);
  registerRequestMetrics(app);
  registerErrorHandler(app);
  setSecurityHeaders(app, config, inlineScripts);
  // Compressed request bodies are rejected: a few hundred bytes could expand to the whole limit (zip bomb).
  await app.register(compress, {
    threshold: 1024,
    requestEncodings: ["identity"],
    // For replies of the API: as small as with the default of 4, in a third of the time. Pages are compressed when built.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
  });
  return { app, checks };
}

/** The console on a listener of its own. It serves nothing else. */
export async function createConsoleApp(ctx: Context): Promise<FastifyInstance> {
  const { app, checks } = await createServer(ctx, []);
  await registerConsole(app, ctx, checks, [contactCasesRoutes]);
  app.setNotFoundHandler(async (_request, reply) => reply.status(404).send(notFound));
  return app;
}

/** The listener of a process that only runs jobs: what the operator's tools ask, and nothing for members. */
export async function createWorkerApp(ctx: Context): Promise<FastifyInstance> {
  const { app } = await createServer(ctx, []);
  registerHealthChecks(app, ctx, () => hasOverdue(ctx.db));
  registerMetricsEndpoint(app, ctx, () => 0);
  await ctx.realtime.follow();
  app.setNotFoundHandler(async (_request, reply) => reply.status(404).send(notFound));
  return app;
}

export async function createApp(ctx: Context): Promise<FastifyInstance> {
  const { config } = ctx;
  await ctx.uploads.removeLeftovers();
  const built = readBuiltSite();
  const { app, checks } = await createServer(ctx, built.inlineScripts);
  registerHealthChecks(app, ctx, () => hasOverdue(ctx.db));
  const presence = createPresence(ctx);
  app.addHook("onClose", () => presence.close());
  app.addHook("onClose", async () => ctx.sharedCounters?.close());
  registerMetricsEndpoint(app, ctx, presence.count);
  registerPhotoFiles(app, ctx, checks);
  registerCalendarFiles(app, ctx.visitors, checks);
  registerContactPages(app, ctx.visitors, checks);
  await app.register((scope) => api(scope, ctx, checks));
  await app.register(async (scope) => {
    scope.addHook("onRequest", checks.webhook);
    stripeWebhook(scope, ctx);
  });
  for (const oneClick of [oneClickUnsubscribe, oneClickUnsubscribeEmails])
    await app.register(async (scope) => {
      scope.addHook("onRequest", checks.oneClick);
      oneClick(scope, ctx.visitors);
    });
  if (config.adminPort === undefined) await registerConsole(app, ctx, checks, [contactCasesRoutes]);
  serveSecurityTxt(app, ctx);
  await registerStaticPages(app, ctx, built);
  await serveComponentGallery(app, config);

  await ctx.realtime.attach(app, {
    setPresence: presence.set,
    renewPresence: presence.renew,
    authenticate: async (token) => {
      const caller = await authenticate(ctx, token, true);
      return caller && { memberId: caller.id, sessionId: caller.sessionId };
    },
    areMatched: (one, other) => areMatched(ctx.db, one, other),
    isOwnOrigin: (origin, host) => isSameOrigin(config, origin, host),
    connectionLimiter: config.rateLimits
      ? createConnectionLimiter(config.trustProxy, ctx.sharedCounters)
      : noConnectionLimit,
  });
  return app;
}

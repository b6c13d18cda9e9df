import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics } from "prom-client";
import { MINUTE_MS } from "#contract/durations.ts";
import { URGENCIES } from "#contract/moderation/alert-kinds.ts";
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { countWaiting, type WaitingCases } from "#server/domains/moderation/staff-alerts/alerts.queries.ts";
import { countListedByTraining } from "#server/domains/training/weeks/training.queries.ts";
import { countJobs, findScheduleAge } from "#server/platform/jobs/job-rows.ts";
import { gauges, registry, requests } from "#server/platform/observability/metrics.ts";

collectDefaultMetrics({ register: registry });

/** Well below Prometheus's scrape timeout of 10 seconds: without the database, the other metrics are still served. */
const DATABASE_MS = 2000;

export function registerRequestMetrics(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    requests.observe({ method, route: routeOptions.url ?? "none", status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Headers that proxies add. */
const PROXY_HEADER = /^via$|forwarded|(client|real|connecting|cluster)-ip$|external-address$/;
const LOOPBACK = /^(127(\.\d{1,3}){3}|::ffff:127(\.\d{1,3}){3}|::1)$/;
/** Protects against DNS rebinding, where a foreign name resolves to this machine. */
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

function isLocal({ socket, headers }: IncomingMessage): boolean {
  const isProxied = Object.keys(headers).some((name) => PROXY_HEADER.test(name));
  return !isProxied && LOOPBACK.test(socket.remoteAddress ?? "") && OWN_NAME.test(headers.host ?? "");
}

/**
 * Without METRICS_TOKEN only this machine may read the metrics; in production no one may, because a proxy that adds no
 * header looks like this machine.
 */
function mayRead(request: IncomingMessage, { metricsToken: token, production }: Config): boolean {
  if (token === undefined) return !production && isLocal(request);
  const [, given = ""] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

function setCaseGauges(waiting: readonly WaitingCases[]): void {
  for (const urgency of URGENCIES) {
    const found = waiting.find((one) => one.urgency === urgency);
    gauges.casesOpen.set({ urgency }, found?.open ?? 0);
    gauges.casesOverdue.set({ urgency }, found?.overdue ?? 0);
  }
}

async function updateDatabaseGauges(ctx: Context): Promise<void> {
  const { jobsWaiting, jobsLate, jobsFailedKept, casesOpen, casesOverdue } = gauges;
  for (const gauge of [jobsWaiting, jobsLate, jobsFailedKept, casesOpen, casesOverdue]) gauge.reset();
  const timeout = new AbortController();
  try {
    const figures = await Promise.race([
      Promise.all([countJobs(ctx.db), findScheduleAge(ctx.db), countWaiting(ctx.db)]),
      pause(DATABASE_MS, undefined, { signal: timeout.signal }).then(() => undefined),
    ]);
    gauges.databaseUp.set(figures ? 1 : 0);
    const [counts, scheduleAge, cases] = figures ?? [[], undefined, undefined];
    if (cases) setCaseGauges(cases);
    if (scheduleAge !== undefined) gauges.scheduleAge.set(scheduleAge);
    for (const { kind, waiting, lateSeconds, failed } of counts) {
      gauges.jobsWaiting.set({ kind }, waiting);
      gauges.jobsLate.set({ kind }, lateSeconds);
      gauges.jobsFailedKept.set({ kind }, failed);
    }
  } catch (error) {
    gauges.databaseUp.set(0);
    ctx.log.warn({ err: error }, "database metrics unavailable");
  } finally {
    timeout.abort();
  }
}

/** The count reads the whole search index, and does not change fast. */
const COUNT_EVERY_MS = 10 * MINUTE_MS;

/** In the background, so that no scrape waits. @returns a function that a scrape calls */
function trainingMetrics(ctx: Context): () => void {
  let countedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = Date.now();
    if (now - countedAt < COUNT_EVERY_MS) return;
    countedAt = now;
    ctx.laggingReads(countListedByTraining).then(
      (counts) => {
        for (const [training, members] of Object.entries(counts)) gauges.listedMembers.set({ training }, members);
      },
      (error: unknown) => ctx.log.warn({ err: error }, "training metrics unavailable"),
    );
  };
}

/** A 404 without permission. */
export function registerMetricsEndpoint(app: FastifyInstance, ctx: Context, countVisible: () => number): void {
  const countTraining = trainingMetrics(ctx);
  app.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
    if (!mayRead(request.raw, ctx.config)) return reply.callNotFound();
    const pools = [ctx.database.pool, ctx.database.visitors.pool];
    const sum = (of: (pool: (typeof pools)[number]) => number) => pools.reduce((all, pool) => all + of(pool), 0);
    gauges.sockets.set(ctx.realtime.countSockets());
    gauges.presentPages.set(countVisible());
    if (ctx.sharedCounters) {
      gauges.redisUp.set({ use: "events" }, ctx.realtime.isDegraded() ? 0 : 1);
      gauges.redisUp.set({ use: "limits" }, ctx.sharedCounters.isWorking() ? 1 : 0);
    }
    gauges.poolTotal.set(sum(({ totalCount }) => totalCount));
    gauges.poolMax.set(sum(({ options }) => options.max));
    gauges.poolIdle.set(sum(({ idleCount }) => idleCount));
    gauges.poolWaiting.set(sum(({ waitingCount }) => waitingCount));
    countTraining();
    await updateDatabaseGauges(ctx);
    const text = await registry.metrics();
    return reply.type(registry.contentType).header("cache-control", "no-store").send(text);
  });
}

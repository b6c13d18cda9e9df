import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics } from "prom-client";
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { countJobs } from "#server/jobs/job-rows.ts";
import { now, registry, requests } from "#server/observability/metrics.ts";

// Memory, the event loop's lag, the time of the start.
collectDefaultMetrics({ register: registry });

/** Whoever collects waits 10 seconds. Where the database does not answer, the rest is told. */
const DATABASE_MS = 2000;

/** Counts each request that is answered, by the pattern of its route. */
export function countRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    requests.observe({ method, route: routeOptions.url ?? "none", status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** What a proxy adds to what it passes on. */
const PASSED_ON = /^via$|forwarded|(client|real|connecting|cluster)-ip$|external-address$/;
const LOOPBACK = /^(127(\.\d{1,3}){3}|::ffff:127(\.\d{1,3}){3}|::1)$/;
/** A page of somebody else's, whose name leads to this machine, has another name. */
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Whether a request is this machine's own, rather than somebody's before whom a proxy of this machine stands. */
function isOwn({ socket, headers }: IncomingMessage): boolean {
  const isPassedOn = Object.keys(headers).some((name) => PASSED_ON.test(name));
  return !isPassedOn && LOOPBACK.test(socket.remoteAddress ?? "") && OWN_NAME.test(headers.host ?? "");
}

/**
 * Figures of the business: for whoever has the token. Where none is set they are for the machine itself, and in production
 * for nobody: a proxy that adds no header of its own looks like the machine.
 */
function mayRead(request: IncomingMessage, { metricsToken: token, production }: Config): boolean {
  if (token === undefined) return !production && isOwn(request);
  const [, given = ""] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

async function lookAtJobs(ctx: Context): Promise<void> {
  const gauges = [now.jobsWaiting, now.jobsLate, now.jobsFailedKept];
  for (const gauge of gauges) gauge.reset();
  const late = new AbortController();
  try {
    const counts = await Promise.race([
      countJobs(ctx.db),
      pause(DATABASE_MS, undefined, { signal: late.signal }).then(() => undefined),
    ]);
    now.databaseUp.set(counts ? 1 : 0);
    for (const { kind, waiting, lateSeconds, failed } of counts ?? []) {
      now.jobsWaiting.set({ kind }, waiting);
      now.jobsLate.set({ kind }, lateSeconds);
      now.jobsFailedKept.set({ kind }, failed);
    }
  } catch (error) {
    now.databaseUp.set(0);
    ctx.log.warn({ err: error }, "jobs could not be counted");
  } finally {
    late.abort();
  }
}

/**
 * Tells what this process has counted, and how things stand, as text for Prometheus. Whoever may not read it is told what
 * any unknown address is.
 * @param looking how many pages somebody looks at
 */
export function serveMetrics(app: FastifyInstance, ctx: Context, looking: () => number): void {
  app.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
    if (!mayRead(request.raw, ctx.config)) return reply.callNotFound();
    const { pool } = ctx.database;
    now.sockets.set(ctx.realtime.sockets());
    now.looking.set(looking());
    now.poolTotal.set(pool.totalCount);
    now.poolMax.set(pool.options.max);
    now.poolIdle.set(pool.idleCount);
    now.poolWaiting.set(pool.waitingCount);
    await lookAtJobs(ctx);
    const text = await registry.metrics();
    return reply.type(registry.contentType).header("cache-control", "no-store").send(text);
  });
}

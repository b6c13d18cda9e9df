import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { ERRORS } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { isMigrated } from "#server/platform/db/migrate.ts";

/** Milliseconds for which a readiness result is cached, so that frequent probes do not load the database. */
const READY_MS = 1000;
/** Milliseconds. */
const ANSWER_MS = 2_000;
/** Milliseconds without an answer after which the database counts as away. */
const SILENT_MS = 15_000;

/**
 * A database that is only slow has too much to do: a load balancer that then took one process after the other away
 * would leave the last ones even more. So without a result the last one counts.
 * @param check must not reject
 */
export function createReadiness(
  check: () => Promise<boolean>,
  { answerMs = ANSWER_MS, silentMs = SILENT_MS } = {},
): () => Promise<boolean> {
  let wasReady = false;
  let isRunning = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  let result: Promise<boolean> = Promise.resolve(false);

  async function run(): Promise<boolean> {
    isRunning = true;
    startedAt = performance.now();
    wasReady = await check();
    isRunning = false;
    return wasReady;
  }

  return async () => {
    if (!isRunning && performance.now() - startedAt > READY_MS) result = run();
    const late = pause(answerMs, undefined, { ref: false });
    return (await Promise.race([result, late])) ?? (wasReady && performance.now() - startedAt < silentMs);
  };
}

/**
 * `/healthz`: the process is alive. `/readyz`: the database responds, its schema is current, and we are not draining.
 * `degraded` lists what does not work but is not needed: `redis`, or the `events` between processes over PostgreSQL;
 * and `cases` while one is overdue.
 * @param isOverdue asked once a second at most
 */
export function registerHealthChecks(app: FastifyInstance, ctx: Context, isOverdue: () => Promise<boolean>): void {
  const options = { logLevel: "warn" } as const;
  let hasOverdue = false;
  const isReady = createReadiness(async () => {
    try {
      await sql`select 1`.execute(ctx.db);
      if (!(await isMigrated(ctx.db))) return false;
    } catch (error) {
      ctx.log.warn({ err: error }, "readiness check failed");
      return false;
    }
    try {
      hasOverdue = await isOverdue();
    } catch (error) {
      // It says nothing of this process.
      ctx.log.warn({ err: error }, "overdue cases were not counted");
    }
    return true;
  });
  const areEnginesDegraded = (): boolean => ctx.realtime.isDegraded() || ctx.sharedCounters?.isWorking() === false;
  const listDegraded = (): string[] => [
    ...(areEnginesDegraded() ? [ctx.sharedCounters ? "redis" : "events"] : []),
    ...(hasOverdue ? ["cases"] : []),
  ];
  app.get("/healthz", options, async () => ({ success: true }));
  app.get("/readyz", options, async (_request, reply) => {
    if (!ctx.draining.now && (await isReady())) {
      const degraded = listDegraded();
      return { success: true, ...(degraded.length > 0 && { degraded }) };
    }
    return reply.status(503).send({ success: false, message: ERRORS.service_unavailable, code: "service_unavailable" });
  });
}

import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { ERRORS } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { isMigrated } from "#server/db/migrate.ts";

/** Milliseconds for which a readiness result is cached, so that frequent probes do not load the database. */
const READY_MS = 1000;

/**
 * `/healthz`: the process is alive. `/readyz`: the database responds, its schema is current, and we are not draining.
 * `degraded` lists what does not work but is not needed.
 */
export function registerHealthChecks(app: FastifyInstance, ctx: Context): void {
  const options = { logLevel: "warn" } as const;
  let latest: { readonly at: number; readonly ready: Promise<boolean> } | undefined;
  const checkDatabase = async (): Promise<boolean> => {
    try {
      await sql`select 1`.execute(ctx.db);
      return await isMigrated(ctx.db);
    } catch (error) {
      ctx.log.warn({ err: error }, "readiness check failed");
      return false;
    }
  };
  const isReady = (): Promise<boolean> => {
    const now = performance.now();
    if (!latest || now - latest.at > READY_MS) latest = { at: now, ready: checkDatabase() };
    return latest.ready;
  };
  const isRedisAway = (): boolean => ctx.realtime.isDegraded() || ctx.sharedCounters?.isWorking() === false;
  app.get("/healthz", options, async () => ({ success: true }));
  app.get("/readyz", options, async (_request, reply) => {
    if (!ctx.draining.now && (await isReady())) return { success: true, ...(isRedisAway() && { degraded: ["redis"] }) };
    return reply.status(503).send({ success: false, message: ERRORS.service_unavailable, code: "service_unavailable" });
  });
}

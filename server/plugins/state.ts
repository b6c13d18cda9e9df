import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { ERRORS } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { isMigrated } from "#server/db/migrate.ts";

/** Says whether the process is alive, and whether it can serve: the database answers, its schema is ours, and it is to stay. */
export function serveState(app: FastifyInstance, ctx: Context): void {
  const quiet = { logLevel: "warn", config: { rateLimit: false } } as const;
  app.get("/healthz", quiet, async () => ({ success: true }));
  app.get("/readyz", quiet, async (_request, reply) => {
    try {
      await sql`select 1`.execute(ctx.db);
      if (!ctx.leaving.now && (await isMigrated(ctx.db))) return { success: true };
    } catch (error) {
      ctx.log.warn({ err: error }, "not ready");
    }
    return reply.status(503).send({ success: false, message: ERRORS.not_ready, code: "not_ready" });
  });
}

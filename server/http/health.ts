import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { ERRORS } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { isMigrated } from "#server/db/migrate.ts";

/** An answer of the database counts for this long: whoever asks often costs it nothing. */
const READY_MS = 1000;

/** Says whether the process is alive, and whether it can serve: the database answers, its schema is ours, and it is to stay. */
export function serveState(app: FastifyInstance, ctx: Context): void {
  const options = { logLevel: "warn" } as const;
  let asked: { readonly at: number; readonly ready: Promise<boolean> } | undefined;
  const askDatabase = async (): Promise<boolean> => {
    try {
      await sql`select 1`.execute(ctx.db);
      return await isMigrated(ctx.db);
    } catch (error) {
      ctx.log.warn({ err: error }, "not ready");
      return false;
    }
  };
  const isReady = (): Promise<boolean> => {
    const now = performance.now();
    if (!asked || now - asked.at > READY_MS) asked = { at: now, ready: askDatabase() };
    return asked.ready;
  };
  app.get("/healthz", options, async () => ({ success: true }));
  app.get("/readyz", options, async (_request, reply) => {
    if (!ctx.draining.now && (await isReady())) return { success: true };
    return reply.status(503).send({ success: false, message: ERRORS.service_unavailable, code: "service_unavailable" });
  });
}

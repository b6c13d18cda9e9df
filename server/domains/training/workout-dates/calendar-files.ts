import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { Context } from "#server/context.ts";
import { findCalendarFile } from "#server/domains/training/workout-dates/workout-date-calendar.service.ts";
import type { RateChecks } from "#server/platform/http/rate-limit.ts";

const address = z.object({
  messageId: z.uuid().toLowerCase(),
  memberId: z.uuid().toLowerCase(),
  file: z.string().max(100).endsWith(".ics"),
});

export function registerCalendarFiles(app: FastifyInstance, ctx: Context, checks: RateChecks): void {
  app.get("/calendar/:messageId/:memberId/:file", { onRequest: checks.network }, async (request, reply) => {
    const parsed = address.safeParse(request.params);
    const signature = parsed.data?.file.slice(0, -".ics".length) ?? "";
    const file = parsed.success ? await findCalendarFile(ctx, { ...parsed.data, signature }) : undefined;
    if (file === undefined) return reply.status(404).type("text/plain").send("Not found");
    return reply
      .header("cache-control", "private, no-store")
      .header("content-disposition", 'attachment; filename="workout.ics"')
      .type("text/calendar; charset=utf-8")
      .send(file);
  });
}

import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { DAY_MS } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { calendarDateOf, calendarFileOf } from "#server/domains/training/workout-dates/workout-date-calendar.ts";
import { findCalendarRow } from "#server/domains/training/workout-dates/workout-dates.repo.ts";
import type { RateChecks } from "#server/platform/http/rate-limit.ts";

/** Days after the date. */
const LINK_DAYS = 30;

/**
 * Undefined for a wrong signature, if the date was never agreed, 30 days after it, or once the two are not matched any
 * more or one of them is suspended.
 */
async function findCalendarFile(
  ctx: Context,
  { messageId, memberId, signature }: { messageId: string; memberId: string; signature: string },
): Promise<string | undefined> {
  const row = await findCalendarRow(ctx.db, messageId, memberId);
  if (!row?.is_active || row.links_epoch === null) return undefined;
  if (!ctx.calendarUrls.accepts({ messageId, memberId, epoch: row.links_epoch }, signature)) return undefined;
  const date = calendarDateOf(row);
  if (!date || ctx.now().getTime() >= date.starts_at.getTime() + LINK_DAYS * DAY_MS) return undefined;
  return calendarFileOf(date, ctx.site());
}

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

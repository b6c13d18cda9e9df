import type { Context } from "#server/context.ts";
import { calendarDateOf, calendarFileOf } from "#server/modules/messages/workout-date-calendar.ts";
import { findDateRow } from "#server/modules/messages/workout-dates.repo.ts";

/**
 * The calendar file of a date for one of its two members; undefined if it was never agreed, or once they are not matched
 * any more.
 */
export async function findCalendarFile(
  ctx: Context,
  { messageId, memberId }: { readonly messageId: string; readonly memberId: string },
): Promise<string | undefined> {
  const row = await findDateRow(ctx.db, messageId);
  if (!row?.is_matched || (row.sender_id !== memberId && row.receiver_id !== memberId)) return undefined;
  const date = calendarDateOf(row);
  return date && calendarFileOf(date, ctx.site());
}

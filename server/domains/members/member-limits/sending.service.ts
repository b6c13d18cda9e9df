import type { Context } from "#server/context.ts";
import { findUnconfirmed } from "#server/domains/members/member-limits/sending.queries.ts";
import { findRestrictions } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import { findTimeZone } from "#server/domains/notifications/notifications.queries.ts";
import { AppError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";
import { formatTimeIn } from "#server/platform/email/email-layout.ts";

/** @throws AppError messaging_restricted, whose message has the end; email_unconfirmed */
export async function assertMaySend({ config }: Context, db: Db, me: string): Promise<void> {
  const restriction = (await findRestrictions(db, me)).find(({ kind }) => kind === "messaging");
  if (restriction) {
    const { until } = restriction;
    const sentence = until
      ? `You cannot send anything until ${formatTimeIn(until, await findTimeZone(db, me))}.`
      : "You cannot send anything now.";
    throw new AppError("messaging_restricted", `${sentence} We emailed you why.`);
  }
  if (await findUnconfirmed(config, db, me)) throw new AppError("email_unconfirmed");
}

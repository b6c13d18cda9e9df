import type { Db } from "#server/db/client.ts";
import { formatUtcTime } from "#server/email/email-layout.ts";
import { AppError } from "#server/errors.ts";
import { findRestrictions } from "#server/modules/restrictions/restrictions.queries.ts";
import {
  insertRestriction,
  liftRestrictions,
  restoreRestrictions,
} from "#server/modules/restrictions/restrictions.repo.ts";

// Writes that other modules make part of their own transactions.
export { insertRestriction, liftRestrictions, restoreRestrictions };

/**
 * Checks that a member may send messages, attachments and crushes.
 * @throws AppError messaging_restricted, whose message has the end
 */
export async function assertMayMessage(db: Db, me: string): Promise<void> {
  const restriction = (await findRestrictions(db, me)).find(({ kind }) => kind === "messaging");
  if (!restriction) return;
  const { until } = restriction;
  const sentence = until ? `You cannot send anything until ${formatUtcTime(until)}.` : "You cannot send anything now.";
  throw new AppError("messaging_restricted", `${sentence} We emailed you why.`);
}

import type { DateOutcome, OwnOutcome } from "#contract/training/date-outcomes.ts";
import { allowsOutcome } from "#contract/training/date-rules.ts";
import type { Context } from "#server/context.ts";
import { findView } from "#server/domains/members/relationships/relationships.queries.ts";
import { matchOf } from "#server/domains/members/relationships/relationships.service.ts";
import { lockRelationship } from "#server/domains/members/relationships/relationships.statements.ts";
import { findOutcomes } from "#server/domains/training/date-outcomes/date-outcomes.queries.ts";
import { upsertOutcome } from "#server/domains/training/date-outcomes/date-outcomes.repo.ts";
import { factsOf } from "#server/domains/training/workout-dates/workout-dates.policy.ts";
import {
  announceTrainedTogether,
  findDateOf,
  lockDate,
} from "#server/domains/training/workout-dates/workout-dates.service.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { MessageSide } from "#server/platform/db/schema/relationships.ts";

const present = (outcomes: ReadonlyMap<MessageSide, DateOutcome>, by: MessageSide): OwnOutcome => ({
  outcome: outcomes.get(by) ?? null,
  trainedTogether: haveBothTrained(outcomes),
});

const haveBothTrained = (outcomes: ReadonlyMap<MessageSide, DateOutcome>): boolean =>
  outcomes.get("sender") === "trained" && outcomes.get("receiver") === "trained";

/** @throws AppError not_found, not_matched, blocked, member_deleted */
export async function readOutcome(ctx: Context, me: string, messageId: string): Promise<OwnOutcome> {
  const found = await findDateOf(ctx.db, me, messageId);
  if (!found) throw new AppError("not_found");
  matchOf(await findView(ctx.db, me, found.otherId), "not_found");
  return present(await findOutcomes(ctx.db, messageId), found.by);
}

/**
 * Changeable for `OUTCOME_DAYS` days. The conversation changes only once both have said that they trained together;
 * from then on the answers stay, as a change would reveal the other's answer.
 * @throws AppError outcome_closed, outcome_settled, and as `lockDate`
 */
export const setOutcome = (
  ctx: Context,
  me: string,
  messageId: string,
  outcome: "trained" | "missed",
): Promise<OwnOutcome> =>
  ctx.transact(async (tx) => {
    const { date, by } = await lockDate(tx, me, messageId);
    const before = await findOutcomes(tx, messageId);
    if (before.get(by) === outcome) return present(before, by);
    if (haveBothTrained(before)) throw new AppError("outcome_settled");
    const now = ctx.now();
    if (!allowsOutcome(factsOf(date), now.getTime())) throw new AppError("outcome_closed");
    await upsertOutcome(tx, { messageId, side: by, outcome, at: now });
    tx.emit(me, "date_outcome_changed", { messageId });
    const outcomes = await findOutcomes(tx, messageId);
    if (haveBothTrained(outcomes)) await announceTrainedTogether(ctx, tx, date);
    return present(outcomes, by);
  });

/**
 * Also after contact has ended. Does nothing for another message, or a date whose outcome nobody can give. Part of a
 * report's transaction, after it locked the members.
 */
export async function recordWrong(ctx: Context, tx: Tx, me: string, messageId: string): Promise<void> {
  const found = await findDateOf(tx, me, messageId);
  if (!found) return;
  await lockRelationship(tx, me, found.otherId);
  const current = await findDateOf(tx, me, messageId);
  if (!current || !allowsOutcome(factsOf(current.date), ctx.now().getTime())) return;
  // Two equal answers stay: the report says enough, and the other member must not notice it.
  if (haveBothTrained(await findOutcomes(tx, messageId))) return;
  await upsertOutcome(tx, { messageId, side: current.by, outcome: "wrong", at: ctx.now() });
  tx.emit(me, "date_outcome_changed", { messageId });
}

import { DAY_MS } from "#contract/durations.ts";
import { COMPARISON_DAYS } from "#contract/training/date-rules.ts";
import type { WeekComparison } from "#contract/training/week-comparisons.ts";
import type { Context } from "#server/context.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { findRelationship, findView } from "#server/domains/members/relationships/relationships.queries.ts";
import { lockMatch, matchOf } from "#server/domains/members/relationships/relationships.service.ts";
import {
  findSharedParts,
  isOver,
  presentComparison,
  sideOf,
} from "#server/domains/training/week-comparisons/week-comparisons.policy.ts";
import {
  deleteComparison,
  deleteQuestion,
  findComparison,
  forgetAnswersOf,
  updateAnswer,
  upsertQuestion,
} from "#server/domains/training/week-comparisons/week-comparisons.repo.ts";
import { findSharedWeeks } from "#server/domains/training/weeks/training.queries.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { RelationshipSide } from "#server/platform/db/schema/relationships.ts";

interface Reply {
  readonly comparison: WeekComparison;
}

export async function readComparison(ctx: Context, me: string, otherId: string): Promise<Reply> {
  const relationship = matchOf(await findView(ctx.db, me, otherId));
  const stored = await findComparison(ctx.db, relationship.relationship_id, sideOf(me, otherId));
  const sharesWeek = (await findSharedWeeks(ctx.db, [me])).has(me);
  return { comparison: presentComparison(stored, { sharesWeek, now: ctx.now() }) };
}

/** Neither changes their week, nor ends the match, meanwhile. @throws AppError unauthorized, and as `matchOf` */
async function lockPair(tx: Tx, me: string, otherId: string): Promise<RelationshipSide> {
  await lockMembersShared(tx, me, otherId);
  return lockMatch(tx, me, otherId);
}

/**
 * Once both have asked, both are shown some parts that both weeks have now, for `COMPARISON_DAYS` days. In that time no
 * change of theirs gives another answer.
 * @throws AppError week_required; and as `lockPair`
 */
export const compareWeeks = (ctx: Context, me: string, otherId: string): Promise<Reply> =>
  ctx.transact(async (tx) => {
    const { relationship_id: relationshipId } = await lockPair(tx, me, otherId);
    const [side, now] = [sideOf(me, otherId), ctx.now()];
    const stored = await findComparison(tx, relationshipId, side);
    const weeks = await findSharedWeeks(tx, [me, otherId]);
    const [mine, theirs] = [weeks.get(me), weeks.get(otherId)];
    const present = async (): Promise<Reply> => ({
      comparison: presentComparison(await findComparison(tx, relationshipId, side), {
        sharesWeek: mine !== undefined,
        now,
      }),
    });
    const anew = stored !== undefined && isOver(stored, now);
    const isSettled = stored !== undefined && !anew && (stored.frozenUntil !== null || stored.hasAsked);
    if (isSettled && (stored.parts !== null || mine)) return present();
    if (!mine) throw new AppError("week_required");
    await upsertQuestion(tx, { relationshipId, side, at: now, anew });
    const asked = await findComparison(tx, relationshipId, side);
    if (asked?.haveBothAsked && theirs) {
      const until = new Date(now.getTime() + COMPARISON_DAYS * DAY_MS);
      await updateAnswer(tx, relationshipId, { parts: findSharedParts(mine, theirs), until });
      tx.emit(otherId, "week_comparison_changed", { userId: me });
    }
    tx.emit(me, "week_comparison_changed", { userId: otherId });
    return present();
  });

/** Only while nothing is shown. @throws AppError as `lockPair` */
export const withdrawQuestion = (ctx: Context, me: string, otherId: string): Promise<Reply> =>
  ctx.transact(async (tx) => {
    const { relationship_id: relationshipId } = await lockPair(tx, me, otherId);
    const side = sideOf(me, otherId);
    await deleteQuestion(tx, relationshipId, side);
    tx.emit(me, "week_comparison_changed", { userId: otherId });
    const stored = await findComparison(tx, relationshipId, side);
    const sharesWeek = (await findSharedWeeks(tx, [me])).has(me);
    return { comparison: presentComparison(stored, { sharesWeek, now: ctx.now() }) };
  });

/** For a member who no longer shares their week. Both members' screens follow at once. Needs the member's lock. */
export async function forgetComparisonsOf(tx: Tx, memberId: string): Promise<void> {
  for (const otherId of await forgetAnswersOf(tx, memberId)) {
    tx.emit(otherId, "week_comparison_changed", { userId: memberId });
    tx.emit(memberId, "week_comparison_changed", { userId: otherId });
  }
}

export async function forgetComparison(tx: Tx, me: string, otherId: string): Promise<void> {
  const relationship = await findRelationship(tx, me, otherId);
  if (relationship) await deleteComparison(tx, relationship.relationship_id);
}

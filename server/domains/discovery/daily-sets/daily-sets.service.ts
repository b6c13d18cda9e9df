import type { DailySet } from "#contract/discovery/daily-set.ts";
import { DAILY_SET_FROM, DAILY_SET_SIZE, FULL_WEEK_SETS } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import {
  addDays,
  dayOf,
  fullWeekSource,
  mondayOf,
  presentWeek,
} from "#server/domains/discovery/daily-sets/daily-sets.policy.ts";
import { type DailySetState, findDailySetState } from "#server/domains/discovery/daily-sets/daily-sets.queries.ts";
import {
  deleteDailySet,
  insertDailySet,
  updateCompleted,
} from "#server/domains/discovery/daily-sets/daily-sets.repo.ts";
import { admitCards } from "#server/domains/discovery/search/discovery.service.ts";
import type { ListedMember } from "#server/domains/discovery/search/search-results.queries.ts";
import { findKnown, findSearcher, type Searcher } from "#server/domains/discovery/search/searcher.queries.ts";
import {
  countSearch,
  findBestMatches,
  findFitting,
  findStillShown,
} from "#server/domains/discovery/search/stored-search.service.ts";
import { consumeLimitAlone } from "#server/domains/members/member-limits/member-limits.service.ts";
import { lockExistingShared, lockMemberExclusive, lockMembersShared } from "#server/domains/members/members.service.ts";
import type { Tx } from "#server/platform/db/client.ts";

/**
 * The first request of a day makes the set, and the first one after its last decision completes it.
 * @throws AppError browse_rate_limit; daily_browse_limit if none of its members may be shown today
 */
export async function getDailySet(ctx: Context, memberId: string): Promise<{ dailySet: DailySet | null }> {
  const day = dayOf(ctx.now());
  const searcher = await findSearcher(ctx.db, memberId);
  let state = await findDailySetState(ctx.db, memberId, day);
  if (!state.isOn) return { dailySet: null };
  if (await completeYesterday(ctx, memberId, searcher, state, day)) {
    state = await findDailySetState(ctx.db, memberId, day);
  }
  if (!findSet(state, day)) {
    await grantLastWeek(ctx, memberId, day);
    if (!(await findsEnough(ctx, memberId, searcher, 0))) return { dailySet: null };
    await createDailySet(ctx, memberId, searcher, state, day);
    state = await findDailySetState(ctx.db, memberId, day);
  }
  let set = findSet(state, day);
  if (!set) return { dailySet: null };
  let left = set.isCompleted ? [] : await findUndecided(ctx, memberId, searcher, set.memberIds);
  if (left.length > 0 && !(await fitsSearch(ctx, memberId, searcher, left))) {
    await createDailySet(ctx, memberId, searcher, state, day);
    state = await findDailySetState(ctx.db, memberId, day);
    set = findSet(state, day);
    if (!set) return { dailySet: null };
    left = await findUndecided(ctx, memberId, searcher, set.memberIds);
  }
  if (left.length === 0 && !set.isCompleted) {
    await completeSet(ctx, memberId, day);
    state = await findDailySetState(ctx.db, memberId, day);
  } else if (isBonusDue(ctx, state, day)) {
    // The email address was verified after the set that made the week full.
    await grantFullWeek(ctx, memberId, day);
    state = await findDailySetState(ctx.db, memberId, day);
  }
  // Decided members may not be found any more.
  if (!(await findsEnough(ctx, memberId, searcher, set.size - left.length))) return { dailySet: null };
  const { profiles } = await admitCards(ctx, memberId, searcher.viewer, left);
  const dailySet = {
    day,
    size: set.size,
    racked: set.size - left.length,
    profiles,
    week: presentWeek(day, completedDaysOf(state)),
    fullWeekSets: FULL_WEEK_SETS,
    fullWeekBonus: ctx.config.fullWeekBonus,
    bonus: presentBonus(state),
  };
  return { dailySet };
}

/** A set must not empty the grid. @param more how many to count in addition */
const findsEnough = async (ctx: Context, memberId: string, searcher: Searcher, more: number): Promise<boolean> =>
  (await countSearch(ctx, memberId, searcher, DAILY_SET_FROM)) + more >= DAILY_SET_FROM;

/** False after the viewer has moved, or changed the filters, so that somebody in the set does not fit any more. */
const fitsSearch = async (ctx: Context, memberId: string, searcher: Searcher, left: readonly ListedMember[]) =>
  (
    await findFitting(
      ctx,
      memberId,
      searcher,
      left.map(({ id }) => id),
    )
  ).length === left.length;

const findSet = ({ sets }: DailySetState, day: string) => sets.find((set) => set.day === day);

const completedDaysOf = ({ sets }: DailySetState): ReadonlySet<string> =>
  new Set(sets.filter(({ isCompleted }) => isCompleted).map(({ day }) => day));

function presentBonus({ isWeekGranted, isEmailVerified }: DailySetState): DailySet["bonus"] {
  if (isWeekGranted) return "granted";
  return isEmailVerified ? "open" : "needs_email";
}

function isBonusDue(ctx: Context, state: DailySetState, day: string, completing = 0): boolean {
  if (ctx.config.fullWeekBonus === 0) return false;
  const done = presentWeek(day, completedDaysOf(state)).filter((one) => one.state === "done").length;
  return presentBonus(state) === "open" && done + completing >= FULL_WEEK_SETS;
}

/** Members whom the viewer can still be shown and has not decided on. */
async function findUndecided(
  ctx: Context,
  memberId: string,
  searcher: Searcher,
  ids: readonly string[],
): Promise<readonly ListedMember[]> {
  return (await findStillShown(ctx, memberId, searcher, ids)).filter(({ crushSent }) => !crushSent);
}

/**
 * For a last decision that was made after the last request of the day: when the app was closed, or after midnight.
 * @returns whether it did
 */
async function completeYesterday(
  ctx: Context,
  memberId: string,
  searcher: Searcher,
  state: DailySetState,
  day: string,
): Promise<boolean> {
  const set = findSet(state, addDays(day, -1));
  if (!set || set.isCompleted) return false;
  const left = await findUndecided(ctx, memberId, searcher, set.memberIds);
  if (left.length > 0) return false;
  await completeSet(ctx, memberId, set.day);
  return true;
}

/** Real members who were in no set of the last days, else real ones who were, else demo members. */
async function chooseMembers(
  ctx: Context,
  memberId: string,
  searcher: Searcher,
  recentIds: readonly string[],
): Promise<readonly string[]> {
  await consumeLimitAlone(ctx, "rankings", memberId);
  const isReal = ({ card }: ListedMember) => !card.is_demo;
  const known = await findKnown(ctx.db, memberId);
  const fresh = await findBestMatches(ctx, memberId, searcher, known, recentIds);
  const isFound = recentIds.length === 0 || fresh.some(isReal);
  const all = isFound ? fresh : await findBestMatches(ctx, memberId, searcher, known, []);
  const groups = [fresh.filter(isReal), all.filter(isReal), fresh, all];
  const best = groups.find(({ length }) => length > 0) ?? [];
  return best.slice(0, DAILY_SET_SIZE).map(({ id }) => id);
}

/** Makes the set of a day, or replaces the one that is in `state`. */
async function createDailySet(
  ctx: Context,
  memberId: string,
  searcher: Searcher,
  state: DailySetState,
  day: string,
): Promise<void> {
  const replaced = findSet(state, day);
  const recentIds = state.sets.filter((set) => set !== replaced).flatMap(({ memberIds }) => memberIds);
  const chosen = await chooseMembers(ctx, memberId, searcher, recentIds);
  if (chosen.length === 0 && !replaced) return;
  await ctx.transact(async (tx) => {
    await lockMembersShared(tx, memberId, ...chosen);
    const existing = await lockExistingShared(tx, chosen);
    const ids = chosen.filter((id) => existing.has(id));
    if (replaced) await deleteDailySet(tx, memberId, replaced);
    if (ids.length > 0) await insertDailySet(tx, memberId, day, ids);
  });
}

/** Replaces the set that is in `state`, if there is one. */
const completeSet = (ctx: Context, memberId: string, day: string): Promise<void> =>
  ctx.transact(async (tx) => {
    await lockMemberExclusive(tx, memberId);
    const state = await findDailySetState(tx, memberId, day);
    const set = findSet(state, day);
    if (!state.isOn || !set || set.isCompleted) return;
    // Before the set, because wallets are locked before other rows.
    await grantIfDue(ctx, tx, memberId, day, state, 1);
    await updateCompleted(tx, memberId, day);
  });

const grantFullWeek = (ctx: Context, memberId: string, day: string): Promise<void> =>
  ctx.transact(async (tx) => {
    await lockMemberExclusive(tx, memberId);
    await grantIfDue(ctx, tx, memberId, day, await findDailySetState(tx, memberId, day));
  });

/** It may have become due after that week's last request. */
async function grantLastWeek(ctx: Context, memberId: string, day: string): Promise<void> {
  const sunday = addDays(mondayOf(day), -1);
  if (isBonusDue(ctx, await findDailySetState(ctx.db, memberId, sunday), sunday))
    await grantFullWeek(ctx, memberId, sunday);
}

/**
 * Once per week. Others wait for the member's lock, and then see the bonus.
 * @param completing how many sets this transaction completes
 */
async function grantIfDue(
  ctx: Context,
  tx: Tx,
  memberId: string,
  day: string,
  state: DailySetState,
  completing = 0,
): Promise<void> {
  if (!isBonusDue(ctx, state, day, completing)) return;
  await grantBonus(tx, memberId, ctx.config.fullWeekBonus, fullWeekSource(day));
}

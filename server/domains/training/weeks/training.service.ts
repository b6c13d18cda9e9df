import type { TrainingWeek } from "#contract/training/training.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import type { TrainingUpdate } from "#contract/training/training-form.ts";
import type { Context } from "#server/context.ts";
import { dayOf } from "#server/domains/discovery/daily-sets/daily-sets.policy.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { lockMemberExclusive } from "#server/domains/members/members.service.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { forgetComparisonsOf } from "#server/domains/training/week-comparisons/week-comparisons.service.ts";
import {
  countedOf,
  countsAfter,
  isDue,
  isSameCount,
  NOTHING_COUNTED,
  partsOf,
  weekOf,
} from "#server/domains/training/weeks/training.policy.ts";
import { findDueTraining, findTraining } from "#server/domains/training/weeks/training.queries.ts";
import {
  deleteTrainingRow,
  lockTraining,
  setCounted,
  upsertTraining,
} from "#server/domains/training/weeks/training.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { TrainingRow } from "#server/platform/db/schema/training.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryEach, tryPages } from "#server/platform/lib/batcher.ts";

/** Members per batch. */
const AT_ONCE = 200;

/** For the member's own devices only. */
const present = (row: TrainingRow, today: string): TrainingWeek => ({
  parts: partsOf(row.week),
  sports: row.sports.map(({ sport, level }) => ({ sport, level })),
  isShared: row.is_shared,
  consentVersion: row.consent_version,
  countsFrom: row.counts_on === null || isDue(row, today) ? null : `${row.counts_on}T00:00:00.000Z`,
});

/** Null if the member has not given their week. */
export async function readTraining(ctx: Context, memberId: string): Promise<{ week: TrainingWeek | null }> {
  const row = await findTraining(ctx.db, memberId);
  return { week: row ? present(row, dayOf(ctx.now())) : null };
}

export async function saveTraining(
  ctx: Context,
  memberId: string,
  { parts, sports, isShared, consentVersion }: TrainingUpdate,
): Promise<{ week: TrainingWeek }> {
  if (consentVersion !== TRAINING_CONSENT_VERSION) throw AppError.field("consent_required", "consentVersion");
  return ctx.transact(async (tx) => {
    await lockMemberExclusive(tx, memberId);
    const [now, stored] = [ctx.now(), await lockTraining(tx, memberId)];
    const changed = { week: weekOf(parts), sports, is_shared: isShared };
    const { counted, countsOn } = countsAfter(stored, changed, dayOf(now));
    const row = await upsertTraining(tx, memberId, {
      ...changed,
      consent_version: consentVersion,
      consented_at: stored?.consent_version === consentVersion ? stored.consented_at : now,
      changed_at: now,
      counted,
      counts_on: countsOn,
    });
    // Levels without times are no week to compare.
    if (!isShared || parts.length === 0) await forgetComparisonsOf(tx, memberId);
    const before = stored ? { coarse: stored.counted_coarse, sports: stored.counted_sports } : NOTHING_COUNTED;
    if (!isSameCount(before, counted)) await reindexMember(tx, memberId);
    tx.emit(memberId, "settings_changed", { what: "training" });
    return { week: present(row, dayOf(now)) };
  });
}

export async function insertCountedTraining(
  ctx: Context,
  tx: Tx,
  memberId: string,
  { parts, sports }: Pick<TrainingUpdate, "parts" | "sports">,
): Promise<void> {
  const week = { week: weekOf(parts), sports, is_shared: true };
  await upsertTraining(tx, memberId, {
    ...week,
    consent_version: TRAINING_CONSENT_VERSION,
    consented_at: ctx.now(),
    changed_at: ctx.now(),
    counted: countedOf(week),
    counts_on: null,
  });
  await reindexMember(tx, memberId);
}

/** Ends the consent, too. */
export const deleteTraining = (ctx: Context, memberId: string): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    await lockMemberExclusive(tx, memberId);
    await withdrawTraining(tx, memberId);
    return {};
  });

/** Needs the member's lock. */
export async function withdrawTraining(tx: Tx, memberId: string): Promise<void> {
  await deleteTrainingRow(tx, memberId);
  await recordStatusEvent(tx, { event: "consent_withdrawn", memberId, detail: "training" });
  await forgetComparisonsOf(tx, memberId);
  await reindexMember(tx, memberId);
  tx.emit(memberId, "settings_changed", { what: "training" });
}

/** Idempotent. */
const settle = (ctx: Context, memberId: string, today: string): Promise<void> =>
  ctx.transact(async (tx) => {
    const row = await lockTraining(tx, memberId);
    if (!row || !isDue(row, today)) return;
    await setCounted(tx, memberId, countedOf(row));
    await reindexMember(tx, memberId);
  });

function applyDueTraining(ctx: Context): Promise<void> {
  const today = dayOf(ctx.now());
  return tryPages<string>(
    (after) => findDueTraining(ctx.db, today, after, AT_ONCE),
    (due) => tryEach(due, (memberId) => settle(ctx, memberId, today)),
  );
}

/** Applies weeks that were changed on an earlier day. */
export const applyTrainingChangesJob: Job<"apply-training-changes"> = {
  name: "apply-training-changes",
  schedule: "* * * * *",
  handle: applyDueTraining,
};

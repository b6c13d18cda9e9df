import type { Context } from "#server/context.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { tryEach } from "#server/lib/batcher.ts";
import { searchOf } from "#server/modules/discovery/discovery.policy.ts";
import { findSearcher, findsNewMember } from "#server/modules/discovery/discovery.queries.ts";
import { presentSearchPreferences } from "#server/modules/discovery/search-preferences.service.ts";
import { lockExistingShared } from "#server/modules/members/members.service.ts";
import { type AlertCandidate, findAlertCandidates } from "#server/modules/notifications/notifications.queries.ts";
import { scheduleNotification } from "#server/modules/notifications/notifications.service.ts";
import { claimAlerts } from "#server/modules/notifications/preferences.service.ts";
import { newMemberAlerts } from "#server/observability/metrics.ts";

/** Members of one transaction. */
const BATCH = 100;

async function hasNewMember(ctx: Context, { memberId, since }: AlertCandidate): Promise<boolean> {
  const { viewer, preferences, known } = await findSearcher(ctx.db, memberId);
  const search = searchOf(memberId, viewer, presentSearchPreferences(preferences, viewer.effective_age));
  return findsNewMember(ctx.db, search, known, since);
}

/**
 * Notifies those of some members for whom somebody is new. The look of the day is claimed in the same transaction, so
 * that of two runs one notifies, and a killed one nobody twice.
 * @param now before the search, so that whoever is listed meanwhile is found the next day
 */
async function alertBatch(ctx: Context, candidates: readonly AlertCandidate[], now: Date): Promise<void> {
  const looked: string[] = [];
  const found: string[] = [];
  const look = async (candidate: AlertCandidate): Promise<void> => {
    if (await hasNewMember(ctx, candidate)) found.push(candidate.memberId);
    looked.push(candidate.memberId);
  };
  const record = () =>
    ctx.transact(async (tx) => {
      const existing = await lockExistingShared(tx, looked);
      const claimed = await claimAlerts(tx, [...existing], now);
      const alerted = found.filter((id) => claimed.has(id));
      for (const memberId of alerted) await scheduleNotification(tx, { memberId, cause: "someone_new", otherId: null });
      tx.afterCommit(() => newMemberAlerts.inc(alerted.length));
    });
  // A look that fails is repeated the next day, and keeps no others from theirs.
  await tryEach([() => tryEach(candidates, look), record], (step) => step());
}

async function alertMembers(ctx: Context): Promise<void> {
  const failures: unknown[] = [];
  for (let after: string | null = null, isDone = false; !isDone; ) {
    const now = ctx.now();
    const candidates: readonly AlertCandidate[] = await findAlertCandidates(ctx.db, now, after, BATCH);
    after = candidates.at(-1)?.memberId ?? null;
    isDone = candidates.length < BATCH;
    if (candidates.length > 0) await alertBatch(ctx, candidates, now).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, "alerts about new members failed");
}

export const newMemberAlertJobs = (ctx: Context): Pick<JobHandlers, "new-member-alerts"> => ({
  "new-member-alerts": () => alertMembers(ctx),
});

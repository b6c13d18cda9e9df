import type { Context } from "#server/context.ts";
import { searchOf } from "#server/domains/discovery/search/discovery.policy.ts";
import { findsNewMember } from "#server/domains/discovery/search/discovery.queries.ts";
import { presentSearchPreferences } from "#server/domains/discovery/search/search-preferences.service.ts";
import { findKnown, findSearcher } from "#server/domains/discovery/search/searcher.queries.ts";
import { lockExistingShared } from "#server/domains/members/members.service.ts";
import { type AlertCandidate, findAlertCandidates } from "#server/domains/notifications/notifications.queries.ts";
import { scheduleNotification } from "#server/domains/notifications/notifications.service.ts";
import { claimAlerts } from "#server/domains/notifications/notifications.statements.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryEach, tryHalves, tryPages } from "#server/platform/lib/batcher.ts";
import { newMemberAlerts } from "#server/platform/observability/metrics.ts";

const BATCH = 100;

async function hasNewMember(ctx: Context, { memberId, since }: AlertCandidate): Promise<boolean> {
  const { viewer, preferences } = await findSearcher(ctx.db, memberId);
  const search = searchOf(memberId, viewer, presentSearchPreferences(preferences, viewer.effective_age));
  return findsNewMember(ctx.db, search, await findKnown(ctx.db, memberId), since);
}

/**
 * The look of the day is claimed in the same transaction, so that of two runs one notifies, and a killed one nobody
 * twice.
 */
async function alertPage(ctx: Context, candidates: readonly AlertCandidate[]): Promise<void> {
  // Before the search, so that a member who is listed meanwhile is found the next day.
  const now = ctx.now();
  const looked: string[] = [];
  const found: string[] = [];
  const look = async (candidate: AlertCandidate): Promise<void> => {
    if (await hasNewMember(ctx, candidate)) found.push(candidate.memberId);
    looked.push(candidate.memberId);
  };
  const record = (memberIds: readonly string[]) =>
    ctx.transact(async (tx) => {
      const existing = await lockExistingShared(tx, memberIds);
      const claimed = await claimAlerts(tx, [...existing], now);
      const alerted = found.filter((id) => claimed.has(id));
      for (const memberId of alerted) await scheduleNotification(tx, { memberId, cause: "someone_new", otherId: null });
      tx.afterCommit(() => newMemberAlerts.inc(alerted.length));
    });
  // A look that fails is repeated the next day, and keeps no others from theirs.
  await tryEach([() => tryEach(candidates, look), () => tryHalves(looked, record)], (step) => step());
}

const alertMembers = (ctx: Context): Promise<void> =>
  tryPages<AlertCandidate>(
    (last) => findAlertCandidates(ctx.db, ctx.now(), last?.memberId, BATCH),
    (candidates) => alertPage(ctx, candidates),
  );

export const newMemberAlertsJob: Job<"new-member-alerts"> = {
  name: "new-member-alerts",
  schedule: "11 16 * * *",
  handle: (ctx) => alertMembers(ctx),
};

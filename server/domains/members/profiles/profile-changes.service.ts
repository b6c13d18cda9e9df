import { HOUR_MS } from "#contract/durations.ts";
import { CHANGE_DELAY_HOURS } from "#contract/limits.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import type { Context } from "#server/context.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { changesLeft, dueValues, RARE, type RareField } from "#server/domains/members/profiles/profiles.policy.ts";
import { type ChangeRow, findLatest } from "#server/domains/members/profiles/profiles.queries.ts";
import {
  asText,
  deleteChange,
  findBorn,
  findDue,
  insertChange,
  lockProfileOf,
  type ProfileValues,
  setProfile,
  updateChange,
} from "#server/domains/members/profiles/profiles.statements.ts";
import { AppError, accountEndedError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Profile } from "#server/platform/db/schema/profiles.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryEach, tryPages } from "#server/platform/lib/batcher.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";

const FIELDS: readonly RareField[] = ["age", "gender"];
/** Members per batch. */
const AT_ONCE = 200;

/** @returns the new values of the effective columns @throws AppError age_change_limit, gender_change_limit */
async function changeField(
  ctx: Context,
  tx: Tx,
  profile: Profile,
  history: readonly ChangeRow[],
  { field, after }: { field: RareField; after: Profile[RareField] },
): Promise<ProfileValues> {
  const [now, id, member_id] = [ctx.now(), newTimeOrderedId(), profile.member_id];
  const before = profile[field];
  const counts = (countsAt: Date | null): ProfileValues => ({
    ...(countsAt === null && { [`effective_${field}`]: after }),
    [`${field}_effective_at`]: countsAt,
  });
  const change = { id, member_id, field, old_value: asText(before), new_value: asText(after), changed_at: now };
  // A new member's first choice is effective at once: without it they would see no other members.
  if (before === null && history.length === 0) {
    await insertChange(tx, { ...change, effective_at: now, is_first: true });
    return counts(null);
  }
  // Without limits, changes are effective at once.
  const { rateLimits } = ctx.config;
  const countsAt = new Date(now.getTime() + (rateLimits ? CHANGE_DELAY_HOURS * HOUR_MS : 0));
  const [last] = history;
  // A pending change can be cancelled or replaced: it has had no effect on search yet.
  if (last && last.effective_at > now) {
    if (after === profile[`effective_${field}`]) {
      await deleteChange(tx, last.id);
      return counts(null);
    }
    await updateChange(tx, last.id, { new_value: change.new_value, changed_at: now, effective_at: countsAt });
    return counts(countsAt);
  }
  const { left, nextAt } = changesLeft(field, history, now);
  if (rateLimits && left === 0) {
    const refusal = AppError.field(RARE[field].code, field);
    refusal.retryAfter = Math.max(1, Math.ceil(((nextAt ?? now).getTime() - now.getTime()) / 1000));
    throw refusal;
  }
  await insertChange(tx, { ...change, effective_at: countsAt });
  await recordSecurityEvent(ctx, tx, { kind: "profile", outcome: `${field}_changed`, memberId: member_id });
  return counts(rateLimits ? countsAt : null);
}

/**
 * Age and gender are shown at once, are effective in search a day later, and can change a few times a year. Needs the
 * profile's lock, so that concurrent changes are serialized.
 * @returns values to store in addition to the change's own
 * @throws AppError age_change_limit, gender_change_limit
 */
export async function applyLimitedChanges(
  ctx: Context,
  tx: Tx,
  profile: Profile,
  change: { readonly [F in RareField]: Profile[F] | undefined },
): Promise<ProfileValues> {
  if (change.age === undefined && change.gender === undefined) return {};
  const born = await findBorn(tx, profile.member_id);
  if (born === undefined) throw accountEndedError();
  // Applies due changes that the job has not processed yet.
  let values: ProfileValues = dueValues(profile, born, ctx.now());
  const settled = { ...profile, ...values } as Profile;
  for (const field of FIELDS) {
    const after = change[field];
    if (after === undefined || after === settled[field]) continue;
    const history = await findLatest(tx, profile.member_id, field);
    values = { ...values, ...(await changeField(ctx, tx, settled, history, { field, after })) };
  }
  return values;
}

/** Undefined without limits. */
export async function readChangeLimits(ctx: Context, profile: Profile): Promise<OwnProfile["changes"]> {
  if (!ctx.config.rateLimits) return undefined;
  const of = async (field: RareField) => {
    const { left, nextAt } = changesLeft(field, await findLatest(ctx.db, profile.member_id, field), ctx.now());
    const countsAt = profile[`${field}_effective_at`];
    return { left, nextAt: nextAt?.toISOString() ?? null, countsAt: countsAt?.toISOString() ?? null };
  };
  const [age, gender] = await Promise.all([of("age"), of("gender")]);
  return { age, gender };
}

/** Idempotent. */
const settle = (ctx: Context, memberId: string): Promise<void> =>
  ctx.transact(async (tx) => {
    const profile = await lockProfileOf(tx, memberId);
    const born = profile && (await findBorn(tx, memberId));
    if (!profile || born === undefined) return;
    await setProfile(tx, memberId, dueValues(profile, born, ctx.now()));
    await reindexMember(tx, memberId);
  });

const applyDueChanges = (ctx: Context): Promise<void> =>
  tryPages<string>(
    (after) => findDue(ctx.db, ctx.now(), after, AT_ONCE),
    (due) => tryEach(due, (memberId) => settle(ctx, memberId)),
  );

/** Also for birthdays. */
export const applyProfileChangesJob: Job<"apply-profile-changes"> = {
  name: "apply-profile-changes",
  schedule: "* * * * *",
  handle: applyDueChanges,
};

import { CHANGE_DELAY_HOURS } from "#contract/limits.ts";
import type { OwnProfile } from "#contract/profiles.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { Profile } from "#server/db/schema/tables.ts";
import { AppError, accountEndedError } from "#server/errors.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { newTimeOrderedId } from "#server/lib/ids.ts";
import { reindexMember } from "#server/modules/discovery/search-index.service.ts";
import {
  changesLeft,
  dayOf,
  dueValues,
  RARE,
  type RareField,
} from "#server/modules/profiles/profile-changes.policy.ts";
import {
  asText,
  type ChangeRow,
  deleteChange,
  deleteChanges,
  findBorn,
  findChanges,
  findDue,
  findLatest,
  insertChange,
  lockProfileOf,
  updateChange,
} from "#server/modules/profiles/profile-changes.repo.ts";
import { type ProfileValues, setProfile } from "#server/modules/profiles/profiles.repo.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

const FIELDS: readonly RareField[] = ["age", "gender"];
/** Members who are settled between one look and the next. */
const AT_ONCE = 200;

/**
 * Stores a change of one field in the history, and says what it makes of the columns that count.
 * @throws AppError age_change_limit, gender_change_limit
 */
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
  // A newcomer's first choice counts at once: without it they would see nobody.
  if (before === null && history.length === 0) {
    await insertChange(tx, { ...change, effective_at: now, is_first: true });
    return counts(null);
  }
  // Limits that are off let changes count at once, too.
  const { rateLimits } = ctx.config;
  const countsAt = new Date(now.getTime() + (rateLimits ? CHANGE_DELAY_HOURS * 3_600_000 : 0));
  const [last] = history;
  // One that does not count yet can be taken back or replaced: nobody was shown or found by it.
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
 * What a change of a profile makes of age and gender: they are shown at once, count for who sees whom a day later, and can change
 * a few times a year. Needs the profile's lock, so that two devices change one after the other.
 * @returns what is to be stored beside the change's own values
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
  // What the job has not come to yet comes first.
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

/** How often a member can still change age and gender, and when the last changes count. Undefined where limits are off. */
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

/** The latest of the history of a member's age and gender, newest first. */
export const profileChangesOf = (db: Db, memberId: string, limit: number) => findChanges(db, memberId, limit);

/** Brings one profile to what counts now. A repeat changes nothing. */
const settle = (ctx: Context, memberId: string): Promise<void> =>
  ctx.transact(async (tx) => {
    const profile = await lockProfileOf(tx, memberId);
    const born = profile && (await findBorn(tx, memberId));
    if (!profile || born === undefined) return;
    await setProfile(tx, memberId, dueValues(profile, born, ctx.now()));
    await reindexMember(tx, memberId);
  });

/** What the clock does to profiles: changes come to count, and ages go up on birthdays. */
export function profileChangesJobs(ctx: Context): Pick<JobHandlers, "apply-profile-changes"> {
  return {
    async "apply-profile-changes"() {
      for (;;) {
        const due = await findDue(ctx.db, ctx.now(), dayOf(ctx.now()), AT_ONCE);
        for (const memberId of due) await settle(ctx, memberId);
        if (due.length < AT_ONCE) return;
      }
    },
  };
}

/** Deletes the history of a member who goes. */
export const forgetChanges = (tx: Tx, memberId: string): Promise<void> => deleteChanges(tx, memberId);

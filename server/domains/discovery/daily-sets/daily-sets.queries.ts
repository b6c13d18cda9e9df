import { type RawBuilder, sql } from "kysely";
import { DAILY_SET_KEPT_DAYS } from "#contract/limits.ts";
import { addDays, fullWeekSource } from "#server/domains/discovery/daily-sets/daily-sets.policy.ts";
import { accountEndedError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";

/** Members of the sets of this many days before are chosen only if nobody else is there. */
const REST_DAYS = 7;

interface StoredSet {
  readonly day: string;
  readonly memberIds: readonly string[];
  /** How many members it had when it was made. Deleted accounts are removed from `memberIds`. */
  readonly size: number;
  readonly isCompleted: boolean;
}

/** Whether a member wants daily sets, and what is stored of them up to a day. */
export interface DailySetState {
  readonly isOn: boolean;
  readonly isEmailVerified: boolean;
  /** The bonus of the day's week was given. */
  readonly isWeekGranted: boolean;
  /** The day and `REST_DAYS` days before, which include its week. */
  readonly sets: readonly StoredSet[];
}

/** @throws AppError unauthorized if the account has ended */
export async function findDailySetState(db: Db, memberId: string, day: string): Promise<DailySetState> {
  const { rows } = await sql<DailySetState>`
    select members.daily_set as "isOn", accounts.email_verified_at is not null as "isEmailVerified",
      exists (
        select from ledger_entries join wallets on wallets.id = wallet_id
        where wallets.member_id = members.id and kind = 'bonus' and source = ${fullWeekSource(day)}) as "isWeekGranted",
      coalesce((
        select json_agg(json_build_object('day', day, 'memberIds', member_ids, 'size', size,
          'isCompleted', completed_at is not null) order by day)
        from daily_sets
        where daily_sets.member_id = members.id
          and day between ${addDays(day, -REST_DAYS)}::date and ${day}::date), '[]') as sets
    from members join accounts on accounts.member_id = members.id
    where members.id = ${memberId}`.execute(db);
  const [row] = rows;
  if (!row) throw accountEndedError();
  return row;
}

/**
 * SQL: the ids of the members in the sets of earlier days, without those of today. None while the member has turned sets
 * off. The days are compared, because a set stays until the next cleanup.
 */
export const earlierSetIdsSql = (me: string): RawBuilder<unknown> => sql`(
  select distinct unnest(daily_sets.member_ids)
  from daily_sets join members on members.id = daily_sets.member_id
  where daily_sets.member_id = ${me} and members.daily_set
    and daily_sets.day >= (now() at time zone 'UTC')::date - ${sql.lit(DAILY_SET_KEPT_DAYS)}
    and daily_sets.day < (now() at time zone 'UTC')::date)`;

import { type Insertable, type RawBuilder, sql } from "kysely";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { ON_MY_WAY_HOURS } from "#contract/training/date-rules.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { AgreedDate } from "#server/domains/training/trusted-contacts/trusted-contacts.policy.ts";
import { agreedColumns } from "#server/domains/training/trusted-contacts/trusted-contacts.queries.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { DateSharesTable } from "#server/platform/db/schema/trusted-contacts.ts";

/**
 * Begins the shares that have waited for a contact's yes, with the question of those whose date has begun. Those whose date
 * is over end.
 * @param askMinutes after the end of a date
 * @returns the ids of those to be mailed: their date takes place
 */
export async function beginWaitingShares(tx: Tx, contactId: string, now: Date, askMinutes: number): Promise<string[]> {
  // Locked by a statement of its own, so that the next one sees what a withdrawal or the job has just done.
  const open = sql`share.contact_id = ${contactId} and share.withdrawn_at is null`;
  await sql`select from date_shares as share where ${open} order by id for update`.execute(tx);
  const { rows } = await sql<{ id: string; is_mailed: boolean }>`
    with waiting as (
      select share.id, coalesce(ends.at > ${now}, false) as is_ahead,
        ends.at + make_interval(mins => ${askMinutes}) as ask_at, coalesce(date.state in ('agreed', 'changed'), false) as is_on,
        share.check_back and share.ends_at is not null and not exists (
          select from date_shares as answered
          where answered.message_id = share.message_id and answered.member_id = share.member_id
            and answered.answer = 'back') as is_asked
      from date_shares as share
      left join workout_dates as date on date.message_id = share.message_id
      cross join lateral (
        select coalesce(share.ends_at, date.starts_at
          + make_interval(mins => coalesce((date.earlier->>'minutes')::int, date.minutes))) as at
      ) as ends
      where ${open}
    )
    update date_shares as share
    set withdrawn_at = case when not is_ahead then ${now}::timestamptz end,
      ask_at = case when is_ahead and is_asked then waiting.ask_at end
    from waiting where waiting.id = share.id returning share.id, is_ahead and is_on as is_mailed`.execute(tx);
  return rows.filter(({ is_mailed }) => is_mailed).map(({ id }) => id);
}

/** @returns the id of the share that was there, or of the new one */
export async function insertShare(tx: Tx, row: Insertable<DateSharesTable>): Promise<{ id: string; isNew: boolean }> {
  const inserted = await tx
    .insertInto("date_shares")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["message_id", "contact_id"]).where("withdrawn_at", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, isNew: true };
  const { id } = await tx
    .selectFrom("date_shares")
    .select("id")
    .where("message_id", "=", row.message_id ?? null)
    .where("contact_id", "=", row.contact_id)
    .where("withdrawn_at", "is", null)
    .executeTakeFirstOrThrow();
  return { id, isNew: false };
}

export async function withdrawShare(tx: Tx, memberId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("date_shares")
    .set({ withdrawn_at: now, ask_at: null, tell_at: null })
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks a share and the others of the same date whose contacts have said yes, in the order of their ids. */
export async function lockSharesOfDate(tx: Tx, memberId: string, id: string) {
  const { rows } = await sql<DateSharesRow>`
    select * from date_shares
    where member_id = ${memberId} and withdrawn_at is null
      and exists (select from trusted_contacts as contact where contact.id = contact_id and contact.state = 'confirmed')
      and (id = ${id} or message_id = (select message_id from date_shares where id = ${id} and member_id = ${memberId}))
    order by id for update`.execute(tx);
  return rows;
}
type DateSharesRow = Omit<DateSharesTable, "delays"> & { readonly delays: number };

type Answer = Partial<
  Pick<DateSharesRow, "answer" | "answered_at" | "told_at" | "ask_at" | "tell_at"> & { delays: number }
>;

export async function updateAnswer(tx: Tx, id: string, answer: Answer): Promise<void> {
  await tx.updateTable("date_shares").set(answer).where("id", "=", id).execute();
}

export interface BegunShare extends AgreedDate {
  readonly id: string;
  readonly member_id: string;
  readonly check_back: boolean;
  /** The other member's name; null if their account was deleted meanwhile. */
  readonly other: string | null;
}

/** Days after the start of a date for which a question is made up for, as after an outage. */
const LATE_DAYS_MAX = 2;

/**
 * Shares whose date has begun and is not copied yet. For a member who is on the way it has begun. A date that was
 * called off after that counts, too, and so does one whose change nobody has agreed to: the other member cannot stop a
 * question by that.
 * @param share a condition on them @param date a condition on their dates
 */
function begunSql(
  now: Date,
  { share = sql`true`, date = sql`true` }: { share?: RawBuilder<unknown>; date?: RawBuilder<unknown> },
) {
  const earliest = new Date(now.getTime() - LATE_DAYS_MAX * DAY_MS);
  const latest = new Date(now.getTime() + ON_MY_WAY_HOURS * HOUR_MS);
  // Materialized: the order by id would make the planner read all shares.
  return sql<BegunShare>`
    with due as materialized (
      select date.message_id, date.relationship_id, ${agreedColumns}, date.changed_at, sender_on_way_at, receiver_on_way_at
      from workout_dates as date
      where date.starts_at between ${earliest} and ${latest} and date.state in ('agreed', 'changed', 'called_off')
        and ${date}
    )
    select share.id, share.member_id, share.check_back, due.state, due.starts_at, due.time_zone, due.sport, due.place, due.minutes,
      profiles.username as other
    from due
    join date_shares as share
      on share.message_id = due.message_id and share.withdrawn_at is null and share.starts_at is null
    join messages on messages.id = due.message_id and messages.relationship_id = due.relationship_id
    left join relationship_sides as side
      on side.relationship_id = due.relationship_id and side.member_id = share.member_id
    left join profiles on profiles.member_id = side.other_id
    cross join lateral (
      select case when messages.sender_id = share.member_id then sender_on_way_at else receiver_on_way_at end as on_way_at
    ) as member
    where (due.starts_at <= ${now} or member.on_way_at is not null)
      and (due.state <> 'called_off' or due.changed_at >= due.starts_at or member.on_way_at is not null)
      and ${share}
    order by share.id`;
}

const isAfter = (column: string, after: string | undefined): RawBuilder<unknown> =>
  after === undefined ? sql`true` : sql`${sql.ref(column)} > ${after}::uuid`;
const isOneOf = (column: string, ids: readonly string[]): RawBuilder<unknown> =>
  sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`;

/** The ids of shares whose date has begun and is not copied yet, in their order. */
export async function findBegun(db: Db, now: Date, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<BegunShare>`
    ${begunSql(now, { share: isAfter("share.id", after) })} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks those of some such shares that no other transaction has locked. */
export async function lockBegun(tx: Tx, now: Date, ids: readonly string[]): Promise<BegunShare[]> {
  const begun = begunSql(now, { share: isOneOf("share.id", ids) });
  return (await sql<BegunShare>`${begun} for update of share skip locked`.execute(tx)).rows;
}

/** Waits for and locks such shares of the dates of a member, who may be either of the two. */
export async function lockBegunWith(tx: Tx, now: Date, memberId: string): Promise<BegunShare[]> {
  const date = sql<boolean>`exists (
    select from relationship_sides as side where side.relationship_id = date.relationship_id and side.member_id = ${memberId})`;
  return (await sql<BegunShare>`${begunSql(now, { date })} for update of share`.execute(tx)).rows;
}

export interface Begun {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly summary: string;
  readonly ask_at: Date | null;
}

/** Without the question while the contact has not said yes, which is read once the share is locked. */
export async function updateBegun(tx: Tx, id: string, { ask_at, ...begun }: Begun): Promise<void> {
  const asked = sql<Date | null>`case when exists (
    select from trusted_contacts as contact where contact.id = contact_id and contact.state = 'confirmed'
  ) then ${ask_at}::timestamptz end`;
  await tx
    .updateTable("date_shares")
    .set({ ...begun, ask_at: asked })
    .where("id", "=", id)
    .execute();
}

const isToAsk = (now: Date) => sql`ask_at <= ${now} and withdrawn_at is null`;

/** The ids of members with a question that is due, in their order. */
export async function findMembersToAsk(db: Db, now: Date, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from date_shares where ${isToAsk(now)} and ${isAfter("member_id", after)}
    order by member_id limit ${limit}`.execute(db);
  return rows.map(({ member_id }) => member_id);
}

/** Claims the questions to some members that are due. @returns the member of each */
export async function claimQuestions(tx: Tx, now: Date, tellAt: Date, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    update date_shares set asked_at = ${now}, ask_at = null, tell_at = ${tellAt}
    from (
      select id from date_shares where ${isToAsk(now)} and ${isOneOf("member_id", memberIds)}
      order by id for update skip locked
    ) as due
    where date_shares.id = due.id returning date_shares.member_id`.execute(tx);
  return rows.map(({ member_id }) => member_id);
}

const isSilent = (now: Date) => sql`tell_at <= ${now} and withdrawn_at is null`;

/** The ids of shares whose members have been silent for too long, in their order. */
export async function findSilent(db: Db, now: Date, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from date_shares where ${isSilent(now)} and ${isAfter("id", after)}
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Gives the members of some shares another `graceMinutes` if their silence ended more than `graceMinutes` ago: the job
 * did not run meanwhile, so that the question may not have been delivered either.
 */
export async function postponeOverdue(tx: Tx, now: Date, graceMinutes: number, ids: readonly string[]): Promise<void> {
  await sql`
    update date_shares set tell_at = ${now}::timestamptz + make_interval(mins => ${graceMinutes})
    where tell_at < ${now}::timestamptz - make_interval(mins => ${graceMinutes}) and withdrawn_at is null
      and ${isOneOf("id", ids)}`.execute(tx);
}

/** Claims those of some shares whose contact is to be told; each is returned once. */
export async function claimSilent(
  tx: Tx,
  now: Date,
  ids: readonly string[],
): Promise<{ id: string; member_id: string }[]> {
  const { rows } = await sql<{ id: string; member_id: string }>`
    update date_shares set told_at = ${now}, tell_at = null
    from (
      select id from date_shares where ${isSilent(now)} and ${isOneOf("id", ids)}
      order by id for update skip locked
    ) as due
    where date_shares.id = due.id returning date_shares.id, date_shares.member_id`.execute(tx);
  return rows;
}

/** Undefined if the contact was removed. */
export const findShareForEmail = (db: Db, id: string) =>
  db
    .selectFrom("date_shares as share")
    .innerJoin("trusted_contacts as contact", "contact.id", "share.contact_id")
    .innerJoin("members", "members.id", "share.member_id")
    .innerJoin("profiles", "profiles.member_id", "share.member_id")
    .select([
      "share.id",
      "share.contact_id",
      "share.summary",
      "share.answer",
      "contact.email",
      "contact.known_as",
      "profiles.username",
    ])
    .select(["share.withdrawn_at", isInGoodStandingSql("members").as("is_in_good_standing")])
    .where("share.id", "=", id)
    .where("contact.state", "=", "confirmed")
    .executeTakeFirst();

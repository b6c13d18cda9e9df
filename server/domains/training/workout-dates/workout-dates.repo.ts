import { sql } from "kysely";
import type { DateState } from "#contract/training/date-rules.ts";
import { linksEpochSql } from "#server/domains/accounts/accounts.queries.ts";
import { insertMessage, updateMessage } from "#server/domains/chat/messages/messages.statements.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type {
  AgreedDetails,
  DateChange,
  MessageSide,
  WorkoutDatesTable,
} from "#server/platform/db/schema/relationships.ts";

export type DateRow = Awaited<ReturnType<typeof findDateRow>> & object;

/** A workout date with its two members. */
export const findDateRow = (db: Db, messageId: string) =>
  db
    .selectFrom("workout_dates")
    .innerJoin("messages", (join) =>
      join
        .onRef("messages.id", "=", "workout_dates.message_id")
        .onRef("messages.relationship_id", "=", "workout_dates.relationship_id"),
    )
    .innerJoin("relationship_sides as side", (join) =>
      join
        .onRef("side.relationship_id", "=", "messages.relationship_id")
        .onRef("side.member_id", "=", "messages.sender_id"),
    )
    .selectAll("workout_dates")
    .select(["messages.sender_id", "side.other_id as receiver_id"])
    .where("workout_dates.message_id", "=", messageId)
    .executeTakeFirst();

/** A workout date for the calendar of one of its two members, and whether both are in contact and good standing. */
export const findCalendarRow = (db: Db, messageId: string, memberId: string) =>
  db
    .selectFrom("workout_dates")
    .innerJoin("relationship_sides as side", "side.relationship_id", "workout_dates.relationship_id")
    .innerJoin("members as me", "me.id", "side.member_id")
    .innerJoin("members as other", "other.id", "side.other_id")
    .selectAll("workout_dates")
    .select(
      sql<boolean>`side.is_matched and ${isInGoodStandingSql("me")} and ${isInGoodStandingSql("other")}`.as(
        "is_active",
      ),
    )
    .select(linksEpochSql("side.member_id").as("links_epoch"))
    .where("workout_dates.message_id", "=", messageId)
    .where("side.member_id", "=", memberId)
    .executeTakeFirst();

/** The values of a date that a proposal or an answer sets. */
export interface DateValues {
  readonly sport: WorkoutDatesTable["sport"];
  readonly times: readonly Date[];
  readonly time_zone: string;
  readonly minutes: number;
  readonly place: string;
  readonly effort: WorkoutDatesTable["effort"];
}

export interface NewDateRow extends DateValues {
  readonly id: string;
  readonly relationship_id: string;
  readonly sequence: number;
  readonly revision: number;
  readonly sender_id: string;
  readonly client_id: string | null;
  readonly content: string;
  readonly change: DateChange;
}

const timesSql = (times: readonly Date[]) => sql<Date[]>`${times.map((time) => time.toISOString())}::timestamptz[]`;

/** Inserts a proposal with its message. */
export async function insertDate(tx: Tx, row: NewDateRow, now: Date): Promise<void> {
  const { id, relationship_id, sequence, revision, sender_id, client_id, content, change, times, ...values } = row;
  await insertMessage(tx, { id, relationship_id, sequence, revision, sender_id, client_id, content, kind: "date" });
  await tx
    .insertInto("workout_dates")
    .values({
      ...values,
      message_id: id,
      relationship_id,
      state: "proposed",
      turn: "receiver",
      changed_by: "sender",
      changed_at: now,
      last_act: "propose",
      times: timesSql(times),
      history: JSON.stringify([change]),
    })
    .execute();
}

type StoredPlace = Pick<DateRow, "message_id" | "relationship_id">;

export const placeOf = ({ message_id: id, relationship_id: relationshipId }: StoredPlace) => ({ id, relationshipId });

/** Absent values stay. */
export interface DateUpdate {
  readonly state: DateState;
  readonly turn: MessageSide | null;
  readonly changed_by: MessageSide | null;
  readonly changed_at: Date;
  readonly last_act: string;
  readonly calendar_sequence: number;
  readonly values?: Partial<DateValues>;
  readonly earlier?: AgreedDetails | null;
  readonly starts_at?: Date;
  readonly remind_at?: Date | null;
  readonly change: DateChange;
}

/** Stores an act, and the summary as the content of the message. Needs the relationship's lock. */
export async function updateDate(
  tx: Tx,
  date: StoredPlace,
  { values, change, earlier, ...update }: DateUpdate,
  { content, revision }: { content: string; revision: number },
): Promise<void> {
  const { times, ...rest } = values ?? {};
  const isAgreedAnew = update.starts_at !== undefined;
  await tx
    .updateTable("workout_dates")
    .set({ ...update, ...rest, version: sql`version + 1`, history: sql`history || ${JSON.stringify([change])}::jsonb` })
    .$if(times !== undefined, (query) => query.set({ times: timesSql(times ?? []) }))
    .$if(earlier !== undefined, (query) =>
      query.set({ earlier: earlier ? sql<AgreedDetails>`${JSON.stringify(earlier)}::jsonb` : null }),
    )
    .$if(isAgreedAnew, (query) => query.set({ reminded_at: null }))
    .where("message_id", "=", date.message_id)
    .execute();
  await updateMessage(tx, placeOf(date)).set({ content, revision }).execute();
}

export async function updateOnMyWay(
  tx: Tx,
  date: StoredPlace,
  { side, at, revision }: { side: MessageSide; at: Date; revision: number },
): Promise<void> {
  await tx
    .updateTable("workout_dates")
    .set({ [`${side}_on_way_at`]: at })
    .where("message_id", "=", date.message_id)
    .execute();
  await updateMessage(tx, placeOf(date)).set({ revision }).execute();
}

/** Gives the message of a date another revision, by which devices read it again. */
export async function touchDate(tx: Tx, date: StoredPlace, revision: number): Promise<void> {
  await updateMessage(tx, placeOf(date)).set({ revision }).execute();
}

/** Dates of a relationship that wait for an answer, or are still to come. */
export async function countOpenDates(tx: Tx, relationshipId: string, now: Date): Promise<number> {
  const { many } = await tx
    .selectFrom("workout_dates")
    .select((select) => select.fn.countAll<number>().as("many"))
    .where("relationship_id", "=", relationshipId)
    .where((is) =>
      is.or([
        is.and([
          is("state", "in", ["proposed", "countered", "changed"]),
          sql<boolean>`${now} < (select max(time) from unnest(times) as time)`,
        ]),
        is.and([is("state", "=", "agreed"), is("starts_at", ">", now)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return many;
}

/** A date with the ids of both members. */
export interface DatePair {
  readonly message_id: string;
  readonly sender_id: string;
  readonly receiver_id: string;
}

const isToRemind = (now: Date) => sql`state = 'agreed' and reminded_at is null and remind_at <= ${now}`;

/** The ids of agreed dates whose reminder is due, in their order. */
export async function findDueReminders(db: Db, now: Date, after: string | undefined, limit: number): Promise<string[]> {
  // Materialized, so that the order by id reads the due ones alone.
  const { rows } = await sql<{ message_id: string }>`
    with due as materialized (select message_id from workout_dates where ${isToRemind(now)})
    select message_id from due where ${after ?? null}::uuid is null or message_id > ${after ?? null}::uuid
    order by message_id limit ${limit}`.execute(db);
  return rows.map(({ message_id }) => message_id);
}

/** Claims those of some dates whose reminder is still due; each is returned once. */
export async function claimReminders(tx: Tx, now: Date, messageIds: readonly string[]): Promise<DatePair[]> {
  const { rows } = await sql<DatePair>`
    update workout_dates set reminded_at = ${now}
    from (
      select message_id, relationship_id from workout_dates
      where ${isToRemind(now)} and message_id = any(${[...messageIds]}::uuid[])
      order by message_id for update skip locked
    ) as due, messages, relationship_sides as side
    where workout_dates.message_id = due.message_id and messages.id = due.message_id
      and messages.relationship_id = due.relationship_id
      and side.relationship_id = messages.relationship_id and side.member_id = messages.sender_id
    returning due.message_id, messages.sender_id, side.other_id as receiver_id`.execute(tx);
  return rows;
}

/**
 * Dates to come whose two members are not in contact any more, or of whom one is suspended, in the order of their ids.
 * Those of a deleted member are called off as they are erased.
 * @param messageId of one date, to look at it alone
 */
export async function findAbandonedDates(
  db: Db,
  now: Date,
  {
    after,
    messageId,
    limit,
  }: { readonly after?: string | undefined; readonly messageId?: string; readonly limit: number },
): Promise<DatePair[]> {
  // Materialized: the order by id would make the planner read all messages.
  const { rows } = await sql<DatePair>`
    with abandoned as materialized (
      select workout_dates.message_id, messages.sender_id, side.other_id as receiver_id
      from workout_dates
      join messages on messages.id = workout_dates.message_id
        and messages.relationship_id = workout_dates.relationship_id
      join relationship_sides as side
        on side.relationship_id = messages.relationship_id and side.member_id = messages.sender_id
      join members as sender on sender.id = side.member_id
      join members as receiver on receiver.id = side.other_id
      where workout_dates.state in ('agreed', 'changed') and workout_dates.starts_at > ${now}
        and not (side.is_matched and ${isInGoodStandingSql("sender")} and ${isInGoodStandingSql("receiver")})
        and sender.status <> 'deleted' and receiver.status <> 'deleted'
        and (${messageId ?? null}::uuid is null or workout_dates.message_id = ${messageId ?? null}::uuid)
        and (${after ?? null}::uuid is null or workout_dates.message_id > ${after ?? null}::uuid)
    )
    select * from abandoned order by message_id limit ${limit}`.execute(db);
  return rows;
}

/** Dates that go with an account, for the other member's calendar. */
export interface LostDate {
  readonly message_id: string;
  readonly other_id: string;
  readonly starts_at: Date;
  readonly minutes: number;
  readonly time_zone: string;
  readonly calendar_sequence: number;
}

/** Dates to come in some relationships of a member whose account is deleted. */
export async function findDatesToCome(
  tx: Tx,
  memberId: string,
  relationshipIds: readonly string[],
  now: Date,
): Promise<LostDate[]> {
  const { rows } = await sql<LostDate>`
    select message_id, side.other_id, starts_at, minutes, time_zone, calendar_sequence
    from workout_dates join relationship_sides as side using (relationship_id)
    where side.member_id = ${memberId} and relationship_id = any(${sql.val([...relationshipIds])}::uuid[])
      and state in ('agreed', 'changed') and starts_at > ${now}`.execute(tx);
  return rows;
}

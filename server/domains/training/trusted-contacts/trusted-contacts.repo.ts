import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { ON_MY_WAY_HOURS } from "#contract/training/date-rules.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { AgreedDate } from "#server/domains/training/trusted-contacts/trusted-contacts.policy.ts";
import { agreedColumns } from "#server/domains/training/trusted-contacts/trusted-contacts.queries.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { DateSharesTable, TrustedContactsTable } from "#server/platform/db/schema/trusted-contacts.ts";

export type TrustedContactRow = Selectable<TrustedContactsTable>;

/** Contacts that have said yes, or can still answer. */
export const listContacts = (db: Db, memberId: string, askedAfter: Date) =>
  db
    .selectFrom("trusted_contacts")
    .selectAll()
    .where("member_id", "=", memberId)
    .where((is) => is.or([is("state", "=", "confirmed"), is("asked_at", ">", askedAfter)]))
    .orderBy("asked_at")
    .execute();

/** A contact to ask; undefined if it was removed, or has said no to everybody meanwhile. */
export const findContactToAsk = (db: Db, id: string) =>
  db
    .selectFrom("trusted_contacts as contact")
    .innerJoin("members", "members.id", "contact.member_id")
    .innerJoin("profiles", "profiles.member_id", "contact.member_id")
    .selectAll("contact")
    .select("profiles.username")
    .where("contact.id", "=", id)
    .where("contact.state", "=", "pending")
    .where(isInGoodStandingSql("members"))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refused_contacts as refused")
            .select("refused.refused_at")
            .whereRef("refused.address_hash", "=", "contact.address_hash")
            .where("refused.member_id", "is", null),
        ),
      ),
    )
    .executeTakeFirst();

export const insertContact = (tx: Tx, row: Insertable<TrustedContactsTable>) =>
  tx.insertInto("trusted_contacts").values(row).returningAll().executeTakeFirstOrThrow();

/** Locks a contact to ask it again. */
export const lockContactToAsk = (tx: Tx, memberId: string, id: string) =>
  tx
    .selectFrom("trusted_contacts")
    .selectAll()
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .forUpdate()
    .executeTakeFirst();

export const updateAskedAt = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable("trusted_contacts")
    .set({ asked_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes questions that nobody answered in time, of one member or of all. */
export async function deleteUnanswered(tx: Tx, askedBefore: Date, memberId: string | null): Promise<void> {
  await sql`
    delete from trusted_contacts where state = 'pending' and asked_at <= ${askedBefore}
      and (${memberId}::uuid is null or member_id = ${memberId})`.execute(tx);
}

/** @returns whether it was there */
export async function deleteContact(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("trusted_contacts")
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @returns the contact, and whether this yes was the first one; undefined if the question has ended */
export async function confirmContact(tx: Tx, tokenHash: Buffer, now: Date, askedAfter: Date) {
  const { rows } = await sql<{ id: string; member_id: string; is_new: boolean }>`
    update trusted_contacts as contact set state = 'confirmed', confirmed_at = coalesce(contact.confirmed_at, ${now})
    from (
      select id, state from trusted_contacts
      where token_hash = ${tokenHash} and (state = 'confirmed' or asked_at > ${askedAfter}) for update
    ) as earlier
    where contact.id = earlier.id returning contact.id, contact.member_id, earlier.state = 'pending' as is_new`.execute(
    tx,
  );
  return rows[0];
}

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

/** Whom an address does not want to be asked by: the member who did, or everybody. */
export type Refused = "member" | "everybody";

/**
 * Deletes a contact and its address, for `everybody` those of all members who have named it. What stays is who does not ask
 * it again.
 * @returns the deleted contacts
 */
export async function refuseContact(
  tx: Tx,
  which: { readonly tokenHash: Buffer } | { readonly id: string },
  now: Date,
  refused: Refused,
): Promise<{ id: string; member_id: string }[]> {
  const row = await tx
    .deleteFrom("trusted_contacts")
    .where((is) => ("id" in which ? is("id", "=", which.id) : is("token_hash", "=", which.tokenHash)))
    .returning(["id", "member_id", "address_hash"])
    .executeTakeFirst();
  if (!row) return [];
  const others =
    refused === "everybody"
      ? await tx
          .deleteFrom("trusted_contacts")
          .where("address_hash", "=", row.address_hash)
          .returning(["id", "member_id"])
          .execute()
      : [];
  const { address_hash } = row;
  const own = { address_hash, member_id: row.member_id, mailbox_hashes: mailboxesOf(row.member_id) };
  const rows = [own, ...(refused === "everybody" ? [{ address_hash, member_id: null, mailbox_hashes: null }] : [])];
  await tx
    .insertInto("refused_contacts")
    .values(rows.map((one) => ({ ...one, refused_at: now })))
    .onConflict((conflict) => conflict.columns(["address_hash", "member_id"]).doUpdateSet({ refused_at: now }))
    .execute();
  return [row, ...others];
}

/** SQL: the keyed hashes of a member's confirmed mailboxes. */
const mailboxesOf = (memberId: string) => sql<Buffer[]>`
  array(select hash from identities where identities.member_id = ${memberId} and kind = 'email')`;

/**
 * Whether an address has said no to a member, also by another account of the same mailbox that may be deleted.
 * @param memberId null for everybody
 */
export async function isRefused(tx: Tx, memberId: string | null, addressHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from refused_contacts
    where address_hash = ${addressHash} and ${
      memberId === null
        ? sql`member_id is null`
        : sql`(member_id = ${memberId} or mailbox_hashes && ${mailboxesOf(memberId)})`
    }
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Locks a contact against its removal, and its answer. */
export const lockContact = (tx: Tx, memberId: string, id: string) =>
  tx
    .selectFrom("trusted_contacts")
    .select(["id", "state", "asked_at"])
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .forShare()
    .executeTakeFirst();

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
  const date = sql<boolean>`date.relationship_id in (
    select relationship_id from relationship_sides where member_id = ${memberId})`;
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

/** Deletes all but the refusals: for their year, they hold for the next account of the same mailbox. */
export async function deleteAllOf(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("date_shares").where("member_id", "=", memberId).execute();
  await tx.deleteFrom("trusted_contacts").where("member_id", "=", memberId).execute();
  await tx
    .updateTable("refused_contacts")
    .set({ mailbox_hashes: mailboxesOf(memberId) })
    .where("member_id", "=", memberId)
    .execute();
}

/** Deletes shares a week after their page has ended, or that will never begin, and refusals after a year. */
export async function deleteOld(tx: Tx, now: Date): Promise<void> {
  await sql`
    delete from date_shares
    where withdrawn_at < ${now}::timestamptz - interval '7 days' or ends_at < ${now}::timestamptz - interval '8 days'
      or ends_at is null and created_at < ${now}::timestamptz - interval '8 days' and not exists (
        select from workout_dates as date
        where date.message_id = date_shares.message_id and date.starts_at > ${now}::timestamptz - interval '8 days')`.execute(
    tx,
  );
  await sql`delete from refused_contacts where refused_at < ${now}::timestamptz - interval '1 year'`.execute(tx);
}

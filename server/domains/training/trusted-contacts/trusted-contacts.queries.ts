import { type RawBuilder, sql } from "kysely";
import type { DateState } from "#contract/training/date-rules.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import { canSee } from "#server/domains/members/relationships/relationships.queries.ts";
import { isImageSharedSql } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import type { AgreedDate } from "#server/domains/training/trusted-contacts/trusted-contacts.policy.ts";
import type { Db } from "#server/platform/db/client.ts";

/** SQL: what was agreed last, while a change may wait for an answer. */
export const agreedColumns: RawBuilder<unknown> = sql`
  date.state, date.starts_at, coalesce(date.earlier->>'timeZone', date.time_zone) as time_zone,
  coalesce(date.earlier->>'sport', date.sport) as sport, coalesce(date.earlier->>'place', date.place) as place,
  coalesce((date.earlier->>'minutes')::int, date.minutes) as minutes`;

export interface SharedPage extends AgreedDate {
  readonly username: string;
  readonly known_as: string;
  readonly other: string;
  readonly changed_at: Date;
  readonly photo_key: string | null;
  /** When the member has said that they are back. */
  readonly back_at: Date | null;
}

/**
 * The date of a page by the hash of its token; undefined if it was withdrawn, the contact was removed, the two are not
 * matched any more, or one of them has left or was suspended.
 */
export async function findSharedPage(db: Db, tokenHash: Buffer): Promise<SharedPage | undefined> {
  const { rows } = await sql<SharedPage>`
    select ${agreedColumns}, date.changed_at, own.username, contact.known_as, theirs.username as other, photo.key as photo_key,
      case when share.answer = 'back' then share.answered_at end as back_at
    from date_shares as share
    join trusted_contacts as contact on contact.id = share.contact_id and contact.state = 'confirmed'
    join workout_dates as date on date.message_id = share.message_id
    join relationship_sides as side
      on side.relationship_id = date.relationship_id and side.member_id = share.member_id and side.is_matched
    join members as me on me.id = share.member_id and ${isInGoodStandingSql("me")}
    join members as other on other.id = side.other_id and ${canSee("side", "other")}
    join profiles as own on own.member_id = me.id
    join profiles as theirs on theirs.member_id = other.id
    left join lateral (
      select * from photos where photos.member_id = other.id order by position limit 1
    ) as photo on ${isImageSharedSql("photo")}
    where share.token_hash = ${tokenHash} and share.withdrawn_at is null and date.starts_at is not null`.execute(db);
  return rows[0];
}

/** A contact by the hash of the token in their emails, with the member's name. */
export interface ContactPage {
  readonly id: string;
  readonly state: "pending" | "confirmed";
  readonly asked_at: Date;
  readonly username: string;
  readonly known_as: string;
}

export async function findContactPage(db: Db, tokenHash: Buffer): Promise<ContactPage | undefined> {
  const { rows } = await sql<ContactPage>`
    select contact.id, contact.state, contact.asked_at, contact.known_as, profiles.username
    from trusted_contacts as contact
    join profiles on profiles.member_id = contact.member_id
    where contact.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

export interface ShareRow {
  readonly id: string;
  /** The other member of the date, while the two are in contact. */
  readonly other_id: string | null;
  readonly message_id: string | null;
  readonly contact_id: string;
  readonly contact_name: string;
  readonly contact_state: "pending" | "confirmed";
  readonly check_back: boolean;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly summary: string | null;
  readonly ask_at: Date | null;
  readonly tell_at: Date | null;
  readonly answer: "back" | "tell" | null;
  readonly told_at: Date | null;
  readonly delays: number;
}

/** More shares than the daily limit allows for the time that one is kept. */
const SHARES_MAX = 500;

/** A member's shares that are not withdrawn, oldest first. @param id of one of them */
export async function findShares(db: Db, memberId: string, id: string | null = null): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select share.id, other.id as other_id, message_id, contact_id, contact.name as contact_name, contact.state as contact_state,
      check_back, starts_at, ends_at, summary, ask_at, tell_at, answer, told_at, delays
    from date_shares as share join trusted_contacts as contact on contact.id = contact_id
    left join messages on messages.id = share.message_id and messages.relationship_id = share.relationship_id
    left join lateral (
      select * from relationship_sides as sides where sides.relationship_id = messages.relationship_id offset 0
    ) as side on side.member_id = share.member_id and side.is_matched
    left join members as other on other.id = side.other_id and ${canSee("side", "other")}
    where share.member_id = ${memberId} and withdrawn_at is null and (${id}::uuid is null or share.id = ${id})
    order by share.created_at desc, share.id desc limit ${sql.lit(SHARES_MAX)}`.execute(db);
  return rows.toReversed();
}

export interface AgreedForMember extends AgreedDate {
  readonly other_id: string;
  readonly relationship_id: string;
}

/** A date of a member that was agreed at some time, by its message. */
export async function findAgreedDate(
  db: Db,
  memberId: string,
  messageId: string,
): Promise<AgreedForMember | undefined> {
  const { rows } = await sql<AgreedForMember & { state: DateState }>`
    select ${agreedColumns}, side.other_id, side.relationship_id
    from workout_dates as date
    join relationship_sides as side on side.relationship_id = date.relationship_id and side.member_id = ${memberId}
    where date.message_id = ${messageId} and date.starts_at is not null`.execute(db);
  return rows[0];
}

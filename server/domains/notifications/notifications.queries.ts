import findZone from "@photostructure/tz-lookup";
import { type RawBuilder, type Selectable, sql } from "kysely";
import {
  type CauseName,
  NOTIFICATION_FLAGS,
  type NotificationFlags,
} from "#contract/notifications/notification-causes.ts";
import type { QuietHours } from "#contract/notifications/quiet-hours.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import { hasBlock } from "#server/domains/members/relationships/relationships.queries.ts";
import type { Subject } from "#server/domains/notifications/causes/cause.ts";
import { type ChannelRules, type Reach, requiredFlags } from "#server/domains/notifications/notifications.policy.ts";
import { accountEndedError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Tables } from "#server/platform/db/schema/tables.ts";
import { centreOf } from "#server/platform/geo/geo-cells.ts";

type PreferencesRow = Selectable<Tables["notification_preferences"]>;

export const flagsOf = ({ disabled_flags, someone_new_looked_at }: PreferencesRow): NotificationFlags => {
  const disabled = someone_new_looked_at === null ? [...disabled_flags, "someoneNew"] : disabled_flags;
  return Object.fromEntries(NOTIFICATION_FLAGS.map((flag) => [flag, !disabled.includes(flag)])) as NotificationFlags;
};

export const quietHoursOf = ({ quiet_from: from, quiet_until: until, quiet_time_zone: timeZone }: PreferencesRow) =>
  from === null || until === null || timeZone === null ? null : ({ from, until, timeZone } satisfies QuietHours);

export const findPreferences = (db: Db, memberId: string) =>
  db
    .selectFrom("notification_preferences")
    .selectAll()
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow(accountEndedError);

/**
 * A member's time zone, as a name of the IANA database: that of their quiet hours, which is a device's, else that of their
 * location; UTC if neither is known.
 */
export async function findTimeZone(db: Db, memberId: string): Promise<string> {
  const known = await db
    .selectFrom("members")
    .leftJoin("notification_preferences as preferences", "preferences.member_id", "members.id")
    .leftJoin("profiles", "profiles.member_id", "members.id")
    .select(["quiet_time_zone as chosen", "h3_cell as cell"])
    .where("members.id", "=", memberId)
    .executeTakeFirst();
  if (known?.chosen) return known.chosen;
  if (!known?.cell) return "UTC";
  const { lat, lng } = centreOf(known.cell);
  return findZone(lat, lng);
}

/** Members who may be notified at all: `me`, with their account and preferences. */
const recipients = sql`
    members me
    join accounts on accounts.member_id = me.id
    join notification_preferences preferences on preferences.member_id = me.id`;
const isActive = sql`me.status = 'active'`;
/** Causes that also reach members who hide their profile: without the question their contact would be told. */
const REACH_HIDDEN: ReadonlySet<CauseName | undefined> = new Set<CauseName>(["back_safe"]);
const hasEmail = sql`(accounts.email_verified_at is not null and not me.is_demo)`;

/** A member who may be notified about another, as of now. */
export interface Recipient extends Reach {
  readonly email: string;
  readonly flags: NotificationFlags;
  readonly isDiscreet: boolean;
  readonly quietHours: QuietHours | null;
  /** When the member's presence ended or will end; null if that was long ago. */
  readonly presentUntil: Date | null;
  readonly otherUsername: string | null;
}

/** SQL: subjects, numbered from 1. A single one is not an array, of whose length PostgreSQL would make a new plan each time. */
function subjectsSql(subjects: readonly Subject[]): RawBuilder<unknown> {
  const [first] = subjects;
  return first && subjects.length === 1
    ? sql`(values (${first.memberId}::uuid, ${first.otherId}::uuid, ${REACH_HIDDEN.has(first.cause)}::boolean, 1))`
    : sql`unnest(
        ${subjects.map(({ memberId }) => memberId)}::uuid[], ${subjects.map(({ otherId }) => otherId)}::uuid[],
        ${subjects.map(({ cause }) => REACH_HIDDEN.has(cause))}::boolean[]
      ) with ordinality`;
}

/**
 * The one eligibility query: who may be notified, and how they can be reached. It runs with each crush, so each subject
 * is looked up by index: `offset 0` keeps PostgreSQL from reading whole tables to join them. A subject is undefined if
 * either of the two is suspended or deleted, one has blocked the other, or the member hides, with the exceptions of
 * `REACH_HIDDEN`. Whether the other one hides does not matter, because silence would tell the member.
 */
export async function findRecipients(db: Db, subjects: readonly Subject[]): Promise<(Recipient | undefined)[]> {
  interface Row extends PreferencesRow, Omit<Recipient, "flags" | "quietHours"> {
    readonly nth: number;
  }
  const { rows } = await sql<Row>`
    select (subject.nth - 1)::int as nth, found.*,
      exists (
        select from presence where presence.member_id = subject.member_id and expires_at > clock_timestamp()) as "isPresent",
      (select max(expires_at) from presence where presence.member_id = subject.member_id) as "presentUntil",
      exists (select from push_subscriptions where push_subscriptions.member_id = subject.member_id) as "hasPush",
      (select username from profiles where profiles.member_id = subject.other_id) as "otherUsername"
    from ${subjectsSql(subjects)} as subject (member_id, other_id, reaches_hidden, nth),
    lateral (
      select preferences.*, preferences.discreet as "isDiscreet", accounts.email, ${hasEmail} as "hasEmail"
      from ${recipients}
      where me.id = subject.member_id and (${isActive} or subject.reaches_hidden and me.status = 'hidden')
      offset 0) as found
    where subject.other_id is null
      or (select ${isInGoodStandingSql("other")} from members as other where other.id = subject.other_id)
        and not ${hasBlock(sql`subject.member_id`, sql`subject.other_id`)}`.execute(db);
  const found = new Map(rows.map((row) => [row.nth, { ...row, flags: flagsOf(row), quietHours: quietHoursOf(row) }]));
  return subjects.map((_, nth) => found.get(nth));
}

/** Members who get a cause by email. @throws Error for a cause that is never emailed */
function emailRecipients(rules: ChannelRules) {
  const flags = requiredFlags(rules, "email");
  if (!flags) throw new Error(`${rules.name} is never emailed`);
  return sql`from ${recipients}
    where ${isActive} and ${hasEmail} and not preferences.disabled_flags && ${[...flags]}::text[]`;
}

/**
 * A page of ids of members who get a cause by email, in ascending order.
 * @param after the last id of the previous page
 */
export async function findEmailRecipientIds(
  db: Db,
  rules: ChannelRules,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select me.id ${emailRecipients(rules)} and (${after}::uuid is null or me.id > ${after}::uuid)
    order by me.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countEmailRecipients(db: Db, rules: ChannelRules): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) ${emailRecipients(rules)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A member who wants to know when somebody new fits. */
export interface AlertCandidate {
  readonly memberId: string;
  /** When they were last here, or we last looked for them. Who was listed later is new to them. */
  readonly since: Date;
}

/**
 * A page of members who want to know when somebody new fits, for whom we have not looked today (UTC), who were not here
 * for a day, and whom a push or an email can reach. By id.
 * @param after the last id of the previous page
 */
export async function findAlertCandidates(
  db: Db,
  now: Date,
  after: string | undefined,
  limit: number,
): Promise<readonly AlertCandidate[]> {
  const { rows } = await sql<AlertCandidate>`
    select me.id as "memberId", greatest(preferences.someone_new_looked_at, me.last_active_at) as since
    from ${recipients}
    where preferences.someone_new_looked_at < date_trunc('day', ${now}::timestamptz, 'UTC')
      and me.last_active_at < ${now}::timestamptz - interval '1 day' and ${isActive}
      and (exists (select from push_subscriptions where push_subscriptions.member_id = me.id)
        or ${hasEmail} and 'emailEnabled' <> all(preferences.disabled_flags))
      and (${after ?? null}::uuid is null or preferences.member_id > ${after ?? null}::uuid)
    order by preferences.member_id limit ${limit}`.execute(db);
  return rows;
}

/** Conversations whose unread messages, and crushes, a badge counts: the latest ones. */
const COUNTED_MAX = 200;

/** SQL expression: unread messages of a member in the latest conversations. Counts one by one, never all messages. */
const unreadMessagesSql = (memberId: string) => sql<number>`(
  select coalesce(sum((
    select count(*) from messages where messages.relationship_id = latest.relationship_id
      and sequence > my_read_sequence and sender_id = other_id and deleted_at is null
  )), 0)::int from (
    select relationship_id, other_id, my_read_sequence, last_sequence from relationship_sides
    where member_id = ${memberId} and active_at is not null and (ended_at is null or orphaned_at is not null)
      and (orphaned_at is not null or (select ${isInGoodStandingSql("members")} from members where id = other_id))
    order by active_at desc limit ${sql.lit(COUNTED_MAX)}
  ) as latest
  where last_sequence > my_read_sequence)`;

/** Unread messages of a member, as the app's navigation shows them: of the latest conversations. */
export async function countUnreadMessages(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select ${unreadMessagesSql(memberId)} as unread`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Unread messages and unseen crushes of a member, as the app lists them: of the latest ones. */
export async function countWaiting(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select ${unreadMessagesSql(memberId)} + (
        select count(*) from (
          select from relationship_sides join members on members.id = other_id and ${isInGoodStandingSql("members")}
          where relationship_sides.member_id = ${memberId} and ended_at is null and they_crushed_at > coalesce(
            (select seen_at from crushes_last_seen where crushes_last_seen.member_id = ${memberId}), '-infinity')
          limit ${sql.lit(COUNTED_MAX)}
        ) as crushes
      ) as waiting`.execute(db);
  return rows[0]?.waiting ?? 0;
}

export interface NotificationSettings {
  readonly notifications: NotificationFlags;
  readonly quietHours: QuietHours | null;
}

export async function getNotificationSettings(db: Db, memberId: string): Promise<NotificationSettings> {
  const row = await findPreferences(db, memberId);
  return { notifications: flagsOf(row), quietHours: quietHoursOf(row) };
}

/** SQL condition on `notifications`: not about a conversation, and delivered or dropped a day ago, or lost. */
export const isFinished = sql<boolean>`(cause <> 'message' and created_at < now() - interval '1 day'
  and (state in ('delivered', 'dropped') or state = 'dispatched' and created_at < now() - interval '30 days'))`;

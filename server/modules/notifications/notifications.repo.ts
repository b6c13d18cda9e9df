import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { Subject } from "#server/modules/notifications/causes/cause.ts";
import type { Channel, EventCauseName } from "#server/modules/notifications/notifications.policy.ts";

/**
 * The states of a notification:
 *
 *     pending ──► dispatched ──► delivered
 *        ▲  └──► dropped │
 *        └───────────────┘  (no push service took it)
 *
 * `pending` waits for the dispatcher, `dispatched` has a job that sends it, `dropped` was read, seen or not wanted.
 * A new message sets the row of its conversation to `pending` again, from any state.
 */
export type NotificationState = "pending" | "dispatched" | "delivered" | "dropped";

export interface NotificationKey extends Subject {
  readonly cause: EventCauseName;
}

/** A row that is locked for the dispatcher. */
export interface PendingNotification extends NotificationKey {
  readonly id: string;
  readonly createdAt: Date;
  readonly pushAfter: Date | null;
  readonly emailAfter: Date;
  readonly handledThrough: number;
  readonly emailedThrough: number;
}

const fromNow = (ms: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1000})`;

interface NewNotification extends NotificationKey {
  /** Milliseconds from now; null for never. */
  readonly pushAfterMs: number | null;
  readonly emailAfterMs: number;
}

/** Has a notification wait for the dispatcher. One that waits already goes on waiting, unless it is about a new event. */
export async function upsertPending(
  tx: Tx,
  { memberId, cause, otherId, pushAfterMs, emailAfterMs }: NewNotification,
): Promise<void> {
  const pushAfter = pushAfterMs === null ? null : fromNow(pushAfterMs);
  await sql`
    insert into notifications (member_id, cause, other_id, state, push_after, email_after)
    values (${memberId}, ${cause}, ${otherId}, 'pending', ${pushAfter}, ${fromNow(emailAfterMs)})
    on conflict (member_id, cause, other_id) do update set state = 'pending', created_at = excluded.created_at,
      push_after = excluded.push_after, email_after = excluded.email_after, delivered_via = null, delivered_at = null
    where notifications.state <> 'pending' or notifications.other_id is null`.execute(tx);
}

/** Records a notification that goes to push at once. */
export async function insertDispatched(tx: Tx, { memberId, cause, otherId }: NotificationKey): Promise<void> {
  await sql`
    insert into notifications (member_id, cause, other_id, state, delivered_via, email_after)
    values (${memberId}, ${cause}, ${otherId}, 'dispatched', 'push', clock_timestamp())
    on conflict (member_id, cause, other_id) do update set state = 'dispatched', delivered_via = 'push',
      created_at = excluded.created_at, push_after = null, delivered_at = null`.execute(tx);
}

export interface Delays {
  /** How long a member has to see something in the app before an email is sent. */
  readonly emailMs: number;
  /** How long a push may take before the digest takes it for lost with a killed process. */
  readonly pushMs: number;
}

/**
 * Sets the rows of conversations to pending, in the transaction that stores their messages. A row that is pending already
 * is only locked: the dispatcher sees this message, or waits. Rows are locked in the order of their keys.
 */
export async function upsertUnread(tx: Tx, subjects: readonly Subject[], { pushMs, emailMs }: Delays): Promise<void> {
  await sql`
    insert into notifications (member_id, cause, other_id, state, push_after, email_after)
    select distinct member_id, 'message', other_id, 'pending', ${fromNow(pushMs)}, ${fromNow(emailMs)}
    from unnest(
      ${subjects.map(({ memberId }) => memberId)}::uuid[], ${subjects.map(({ otherId }) => otherId)}::uuid[]
    ) as subject (member_id, other_id)
    order by member_id, other_id
    on conflict (member_id, cause, other_id) do update set state = 'pending', created_at = excluded.created_at,
      push_after = excluded.push_after, email_after = excluded.email_after, delivered_via = null, delivered_at = null
    where notifications.state <> 'pending'`.execute(tx);
}

const pendingColumns = sql`
  id, member_id as "memberId", cause, other_id as "otherId", created_at as "createdAt", push_after as "pushAfter",
  email_after as "emailAfter", handled_through as "handledThrough", emailed_through as "emailedThrough"`;
const hasPush = sql`exists (
  select 1 from push_subscriptions where push_subscriptions.member_id = notifications.member_id)`;
const isDue = (now: Date) => sql`state = 'pending' and (email_after <= ${now} or push_after <= ${now} and ${hasPush})`;

/** Members with notifications that are due, in the order of their ids, after one. */
export async function findDueMembers(db: Db, now: Date, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from notifications
    where ${isDue(now)} and (${after}::uuid is null or member_id > ${after}::uuid)
    order by member_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks what is due of some members. What another process has dispatched meanwhile is left out. */
export async function lockDue(tx: Tx, now: Date, memberIds: readonly string[]): Promise<PendingNotification[]> {
  const { rows } = await sql<PendingNotification>`
    select ${pendingColumns} from notifications
    where ${isDue(now)} and member_id = any(${[...memberIds]}::uuid[])
    order by member_id, cause, other_id for update`.execute(tx);
  return rows;
}

/** Locks those conversations whose member can be reached by push, and is not present. The others stay pending. */
export async function lockPushableConversations(tx: Tx, subjects: readonly Subject[]): Promise<PendingNotification[]> {
  const { rows } = await sql<PendingNotification>`
    select ${pendingColumns} from notifications
    where state = 'pending' and cause = 'message' and push_after is not null
      and (member_id, other_id) in (
        select * from unnest(
          ${subjects.map(({ memberId }) => memberId)}::uuid[], ${subjects.map(({ otherId }) => otherId)}::uuid[]))
      and ${hasPush}
      and not exists (
        select 1 from presence where presence.member_id = notifications.member_id and presence.expires_at > clock_timestamp())
    order by member_id, other_id for update`.execute(tx);
  return rows;
}

/** What the dispatcher decided about a notification. */
export interface Decision {
  readonly id: string;
  readonly state: NotificationState;
  readonly via: Exclude<Channel, "app"> | null;
  readonly handledThrough: number;
  readonly emailedThrough: number;
  readonly pushAfter: Date | null;
  readonly emailAfter: Date;
}

export async function updateDecided(tx: Tx, decisions: readonly Decision[]): Promise<void> {
  if (decisions.length === 0) return;
  await sql`
    update notifications set state = decided.state, delivered_via = decided.via,
      handled_through = decided.handled_through, emailed_through = decided.emailed_through,
      push_after = decided.push_after, email_after = decided.email_after
    from unnest(
      ${decisions.map(({ id }) => id)}::uuid[],
      ${decisions.map(({ state }) => state)}::text[],
      ${decisions.map(({ via }) => via)}::text[],
      ${decisions.map(({ handledThrough }) => handledThrough)}::bigint[],
      ${decisions.map(({ emailedThrough }) => emailedThrough)}::bigint[],
      ${decisions.map(({ pushAfter }) => pushAfter?.toISOString() ?? null)}::timestamptz[],
      ${decisions.map(({ emailAfter }) => emailAfter.toISOString())}::timestamptz[]
    ) as decided (id, state, via, handled_through, emailed_through, push_after, email_after)
    where notifications.id = decided.id`.execute(tx);
}

/** The row of a notification, locked; undefined where there is none. */
export async function lockNotification(
  tx: Tx,
  { memberId, cause, otherId }: NotificationKey,
): Promise<PendingNotification | undefined> {
  const { rows } = await sql<PendingNotification>`
    select ${pendingColumns} from notifications
    where member_id = ${memberId} and cause = ${cause} and other_id is not distinct from ${otherId}::uuid
    for update`.execute(tx);
  return rows[0];
}

interface Delivery {
  readonly memberId: string;
  readonly cause: EventCauseName;
  readonly otherIds: readonly (string | null)[];
}

const dispatchedTo = ({ memberId, cause, otherIds }: Delivery) => sql`
  notifications.state = 'dispatched' and notifications.member_id = ${memberId} and notifications.cause = ${cause}
  and (notifications.other_id = any(${otherIds.filter((id) => id !== null)}::uuid[])
    or notifications.other_id is null and ${otherIds.includes(null)})`;

/** Ends dispatched notifications. Those that are pending again are about something new, and stay. */
export async function updateDispatched(tx: Tx, delivery: Delivery, state: "delivered" | "dropped"): Promise<void> {
  if (delivery.otherIds.length === 0) return;
  await sql`
    update notifications set state = ${state}, delivered_at = case ${state} when 'delivered' then clock_timestamp() end
    where ${dispatchedTo(delivery)}`.execute(tx);
}

/**
 * An email was not sent to a member about some conversations after all: a later one may be. What a later email is about
 * stays with it.
 * @param before when the email that was not sent was dispatched
 */
export async function releaseEmailed(
  tx: Tx,
  memberId: string,
  otherIds: readonly string[],
  before: string,
): Promise<void> {
  await sql`
    update notifications set emailed_through = 0,
      state = case when state = 'dispatched' and delivered_via = 'email' then 'dropped' else state end
    from relationship_sides as side, messages
    where notifications.member_id = ${memberId} and cause = 'message' and notifications.other_id = any(${[...otherIds]}::uuid[])
      and side.member_id = notifications.member_id and side.other_id = notifications.other_id
      and messages.relationship_id = side.relationship_id and messages.sequence = emailed_through
      and messages.created_at <= ${before}::timestamptz`.execute(tx);
}

/** Claims an email that a member gets at most once in a time. @returns the members who may get it */
export async function claimEmailInterval(
  tx: Tx,
  column: "low_balance_mailed_at",
  memberIds: readonly string[],
  now: Date,
  last: Date,
): Promise<Set<string>> {
  const rows = await tx
    .updateTable("notification_preferences")
    .set({ [column]: now })
    .where("member_id", "in", [...memberIds])
    .where((where) => where.or([where(column, "is", null), where(column, "<=", last)]))
    .returning("member_id")
    .execute();
  return new Set(rows.map(({ member_id: id }) => id));
}

/** Deletes the notifications of a member, and about one. */
export async function deleteNotificationsOf(tx: Tx, memberId: string): Promise<void> {
  await tx
    .deleteFrom("notifications")
    .where((where) => where.or([where("member_id", "=", memberId), where("other_id", "=", memberId)]))
    .execute();
}

/**
 * Deletes what was delivered or dropped more than a day ago, but for conversations, whose rows say what was emailed; and what
 * a concurrent transaction stored about a member whose account was deleted in the last day.
 */
export async function deleteFinished(tx: Tx): Promise<void> {
  await sql`
    delete from notifications
    where cause <> 'message' and created_at < now() - case
        when state in ('delivered', 'dropped') then interval '1 day'
        when state = 'dispatched' then interval '30 days' end
      or (member_id in (select id from members where deleted_at > now() - interval '1 day')
        or other_id in (select id from members where deleted_at > now() - interval '1 day'))`.execute(tx);
}

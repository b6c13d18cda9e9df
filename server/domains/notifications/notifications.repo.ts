import { sql, type Updateable } from "kysely";
import type { EventCauseName, NotificationFlag } from "#contract/notifications/notification-causes.ts";
import type { Channel } from "#server/domains/notifications/notifications.policy.ts";
import type { NotificationKey } from "#server/domains/notifications/notifications.statements.ts";
import type { PushTarget } from "#server/platform/adapters/push.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { Tables } from "#server/platform/db/schema/tables.ts";

/**
 * The states of a notification:
 *
 *     pending ──► dispatched ──► delivered
 *        ▲  └──► dropped │
 *        └───────────────┘  (no push service accepted it, or quiet hours began)
 *
 * `pending` waits for the dispatcher. `dispatched` has a job that sends it. `dropped` was read, seen or turned off.
 * A new message sets the row of its conversation to `pending` again, from any state.
 */
export type NotificationState = "pending" | "dispatched" | "delivered" | "dropped";

/** A row that is locked for the dispatcher. */
export interface PendingNotification extends NotificationKey {
  readonly id: string;
  readonly createdAt: Date;
  readonly pushAfter: Date | null;
  readonly emailAfter: Date;
  readonly handledThrough: number;
  readonly emailedThrough: number;
}

const pendingColumns = sql`
  id, member_id as "memberId", cause, other_id as "otherId", created_at as "createdAt", push_after as "pushAfter",
  email_after as "emailAfter", handled_through as "handledThrough", emailed_through as "emailedThrough"`;
const hasPush = sql`exists (
  select 1 from push_subscriptions where push_subscriptions.member_id = notifications.member_id)`;
const isDue = (now: Date) => sql`state = 'pending' and (email_after <= ${now} or push_after <= ${now} and ${hasPush})`;

/** A page of members with due notifications, by id. @param after the last id of the previous page */
export async function findDueMembers(db: Db, now: Date, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from notifications
    where ${isDue(now)} and (${after ?? null}::uuid is null or member_id > ${after ?? null}::uuid)
    order by member_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks the due notifications of some members, except those that another process has dispatched. */
export async function lockDue(tx: Tx, now: Date, memberIds: readonly string[]): Promise<PendingNotification[]> {
  const { rows } = await sql<PendingNotification>`
    select ${pendingColumns} from notifications
    where ${isDue(now)} and member_id = any(${[...memberIds]}::uuid[])
    order by member_id, cause, other_id for update`.execute(tx);
  return rows;
}

/** The members who have a push subscription and are not present. */
export async function findPushable(db: Db, memberIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select one.id from unnest(${[...new Set(memberIds)]}::uuid[]) as one (id)
    where exists (select from push_subscriptions where push_subscriptions.member_id = one.id)
      and not exists (
        select from presence where presence.member_id = one.id and presence.expires_at > clock_timestamp())`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks those notifications that are pending. */
export async function lockPending(tx: Tx, keys: readonly NotificationKey[]): Promise<PendingNotification[]> {
  const { rows } = await sql<PendingNotification>`
    select ${pendingColumns} from notifications
    where state = 'pending'
      and (member_id, cause, other_id) in (
        select * from unnest(
          ${keys.map(({ memberId }) => memberId)}::uuid[],
          ${keys.map(({ cause }) => cause)}::text[],
          ${keys.map(({ otherId }) => otherId)}::uuid[]))
    order by member_id, cause, other_id for update`.execute(tx);
  return rows;
}

/** The dispatcher's decision about a notification. */
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

/** The row of a notification, locked; undefined if there is none. */
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
 * Records that a dispatched email was not sent about some conversations, so that a later email may be. Messages that a
 * later email is already about are not released.
 * @param before when the unsent email was dispatched
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

/**
 * Claims an email that has a minimum interval, and stores `now` as the time of the last one.
 * @param last the latest time of a previous email with which a member may get another one
 * @returns the members who may get it
 */
export async function claimEmailInterval(
  tx: Tx,
  column: "low_balance_emailed_at",
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

/**
 * Deletes notifications that were delivered or dropped more than a day ago, except those of conversations, which record
 * what was emailed. Also deletes rows that a concurrent transaction stored about a member whose account was deleted in
 * the last day.
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

type Preferences = Tables["notification_preferences"];

export async function updatePreferences(
  tx: Tx,
  memberId: string,
  changes: Omit<Updateable<Preferences>, "member_id">,
): Promise<void> {
  await tx.updateTable("notification_preferences").set(changes).where("member_id", "=", memberId).execute();
}

/** Turns alerts about new members on, from now on, or off. The time of the last look stays while they are on. */
export async function updateAlerts(tx: Tx, memberId: string, isOn: boolean): Promise<void> {
  await tx
    .updateTable("notification_preferences")
    .set({ someone_new_looked_at: isOn ? sql`coalesce(someone_new_looked_at, now())` : null })
    .where("member_id", "=", memberId)
    .execute();
}

/** Turns one flag off. The others may change concurrently. */
export async function disableFlag(tx: Tx, memberId: string, flag: NotificationFlag): Promise<void> {
  await tx
    .updateTable("notification_preferences")
    .set(
      flag === "someoneNew"
        ? { someone_new_looked_at: null }
        : { disabled_flags: sql`array_append(array_remove(disabled_flags, ${flag}), ${flag})` },
    )
    .where("member_id", "=", memberId)
    .execute();
}

interface PresentSocket {
  readonly socketId: string;
  readonly memberId: string;
}

/** Extends the presence of sockets by some seconds from now; deleted members are left out. */
export async function upsertPresence(db: Db, sockets: readonly PresentSocket[], seconds: number): Promise<void> {
  await sql`
    insert into presence (socket_id, member_id, expires_at)
    select socket_id, member_id, clock_timestamp() + make_interval(secs => ${seconds})
    from unnest(
      ${sockets.map(({ socketId }) => socketId)}::text[], ${sockets.map(({ memberId }) => memberId)}::uuid[]
    ) as seen (socket_id, member_id)
    join members on members.id = seen.member_id and members.deleted_at is null
    on conflict (socket_id) do update set expires_at = excluded.expires_at`.execute(db);
}

/**
 * Ends the presence of sockets now. The rows stay, because emails check whether a member was present since an event.
 */
export const endPresence = (db: Db, socketIds: readonly string[]) =>
  db
    .updateTable("presence")
    .set({ expires_at: sql`clock_timestamp()` })
    .where("socket_id", "in", [...socketIds])
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .execute();

/** Locks a member's subscriptions until the end of the transaction, which serializes additions. */
export async function lockSubscriptions(tx: Tx, memberId: string): Promise<void> {
  await tx
    .selectFrom("notification_preferences")
    .select("member_id")
    .where("member_id", "=", memberId)
    .forUpdate()
    .execute();
}

/** Stores a subscription, or moves it to this session. @returns false if the session has ended */
export async function upsertSubscription(
  tx: Tx,
  memberId: string,
  tokenHash: Buffer,
  { id, endpoint, p256dh, auth }: PushTarget & { readonly id: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into push_subscriptions as known (id, member_id, session_id, endpoint, p256dh, auth)
    select ${id}::uuid, member_id, id, ${endpoint}::text, ${p256dh}::bytea, ${auth}::bytea from sessions
    where token_hash = ${tokenHash} and member_id = ${memberId}
    on conflict (endpoint) do update set member_id = excluded.member_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth,
      created_at = case when known.member_id = excluded.member_id then known.created_at else excluded.created_at end
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Deletes a member's oldest subscriptions beyond a number. */
export async function deleteOldestSubscriptions(tx: Tx, memberId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", memberId)
    .where("id", "in", (select) =>
      select
        .selectFrom("push_subscriptions")
        .select("id")
        .where("member_id", "=", memberId)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .offset(kept),
    )
    .execute();
}

export async function deleteSubscription(tx: Tx, memberId: string, endpoint: string): Promise<void> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", memberId)
    .where("endpoint", "=", endpoint)
    .execute();
}

/** @param only the id of one subscription; all if undefined */
export function findSubscriptions(
  db: Db,
  memberId: string,
  only: string | undefined,
): Promise<(PushTarget & { id: string })[]> {
  const all = db.selectFrom("push_subscriptions").select(["id", "endpoint", "p256dh", "auth"]);
  const mine = all.where("member_id", "=", memberId);
  return (only === undefined ? mine : mine.where("id", "=", only)).execute();
}

export async function deleteSubscriptions(tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", memberId)
    .where("id", "in", [...ids])
    .execute();
}

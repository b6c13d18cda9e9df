import { sql } from "kysely";
import type { EventCauseName } from "#contract/notifications/notification-causes.ts";
import type { Context } from "#server/context.ts";
import { deleteByBatches, SWEPT_AT_ONCE } from "#server/domains/members/member-data/member-data.ts";
import type { Channel } from "#server/domains/notifications/notifications.policy.ts";
import type { NotificationKey } from "#server/domains/notifications/notifications.statements.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

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
  const isNext = sql`(${after ?? null}::uuid is null or member_id > ${after ?? null}::uuid)`;
  // Each part has an index. One with an `or` reads all pending rows.
  const { rows } = await sql<{ id: string }>`
    select member_id as id from notifications where state = 'pending' and email_after <= ${now} and ${isNext}
    union
    select member_id from notifications
    where state = 'pending' and push_after <= ${now} and ${hasPush} and ${isNext}
    order by id limit ${limit}`.execute(db);
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

/** Deletes rows that a concurrent transaction stored about a member whose account was deleted in the last day. */
export async function deleteOfDeleted(ctx: Context): Promise<void> {
  for (const column of ["member_id", "other_id"] as const) {
    const isOfDeleted = sql`ctid = any(array(
      select notifications.ctid from members join notifications on ${sql.ref(`notifications.${column}`)} = members.id
      where members.deleted_at > now() - interval '1 day' limit ${SWEPT_AT_ONCE}))`;
    await deleteByBatches(ctx, async (tx) => {
      const { numAffectedRows = 0n } = await sql`delete from notifications where ${isOfDeleted}`.execute(tx);
      return Number(numAffectedRows);
    });
  }
}

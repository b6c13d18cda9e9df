import { type RawBuilder, sql } from "kysely";
import type { EventCauseName } from "#contract/notifications/notification-causes.ts";
import type { Subject } from "#server/domains/notifications/causes/cause.ts";
import type { Tx } from "#server/platform/db/client.ts";

export interface NotificationKey extends Subject {
  readonly cause: EventCauseName;
}

const fromNow = (ms: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1000})`;

export interface Delays {
  /** The time until the email, in which a member can see the event in the app. */
  readonly emailMs: number;
  /** The time after which the digest sends a push that a killed process did not send. */
  readonly pushMs: number;
}

/**
 * Part of a statement: sets notifications to pending, in the transaction that stores what they are about, so that a
 * killed process loses none. `dispatchAfterCommit` follows. A row that is pending already is only locked: the dispatcher
 * sees this event, or waits. But one about no other member is about a new event. Rows are locked in the order of their
 * keys.
 * @param events a query for `member_id, cause, other_id`
 */
export const upsertPendingSql = (events: RawBuilder<unknown>, { pushMs, emailMs }: Delays): RawBuilder<unknown> => sql`
    notified as (
      insert into notifications (member_id, cause, other_id, state, push_after, email_after)
      select member_id, cause, other_id, 'pending', ${fromNow(pushMs)}, ${fromNow(emailMs)}
      from (select distinct * from (${events}) as events (member_id, cause, other_id)) as once
      order by member_id, cause, other_id
      on conflict (member_id, cause, other_id) do update set state = 'pending', created_at = excluded.created_at,
        push_after = excluded.push_after, email_after = excluded.email_after, delivered_via = null, delivered_at = null
      where notifications.state <> 'pending' or notifications.other_id is null
    )`;

export async function upsertPending(
  tx: Tx,
  { memberId, cause, otherId }: NotificationKey,
  delays: Delays,
): Promise<void> {
  const event = sql`select ${memberId}::uuid, ${cause}::text, ${otherId}::uuid`;
  await sql`with ${upsertPendingSql(event, delays)} select`.execute(tx);
}

/** Stores a new member's defaults, which the database has: all on except `someoneNew` and marketing. */
export async function insertPreferences(tx: Tx, memberId: string): Promise<void> {
  await tx.insertInto("notification_preferences").values({ member_id: memberId }).execute();
}

/**
 * Stores that we have looked today whether somebody new fits some members.
 * @returns those for whom nobody else has, and who still want to know
 */
export async function claimAlerts(tx: Tx, memberIds: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ member_id: string }>`
    update notification_preferences set someone_new_looked_at = ${now}
    where member_id in (
        select member_id from notification_preferences where member_id = any(${[...memberIds]}::uuid[])
        order by member_id for no key update)
      and someone_new_looked_at < date_trunc('day', ${now}::timestamptz, 'UTC')
    returning member_id`.execute(tx);
  return new Set(rows.map(({ member_id }) => member_id));
}

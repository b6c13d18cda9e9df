import { sql } from "kysely";
import { type AlertKind, URGENCIES, type Urgency } from "#contract/moderation/alert-kinds.ts";
import type { StaffRole } from "#contract/moderation/staff-roles.ts";
import type { ItemToAlert } from "#server/domains/moderation/staff-alerts/alerts.queries.ts";
import { isCodeValid } from "#server/domains/moderation/staff-alerts/alerts.queries.ts";
import type { PushTarget } from "#server/platform/adapters/push.ts";
import type { Tx } from "#server/platform/db/client.ts";

export interface NewAlert {
  readonly caseId: string | null;
  readonly noticeId: string | null;
  readonly kind: AlertKind;
  readonly urgency: Urgency;
  readonly round: number;
  readonly dueAt: Date;
}

export interface InsertedAlert {
  readonly id: string;
  readonly staffId: string;
  readonly byEmail: boolean;
  readonly byPush: boolean;
}

/**
 * An alert for each person of some roles who wants one by a channel that they have set up, and has had none of this
 * case that was as urgent.
 */
export async function insertAlerts(
  tx: Tx,
  { caseId, noticeId, kind, urgency, round, dueAt }: NewAlert,
  roles: readonly StaffRole[],
): Promise<InsertedAlert[]> {
  const asUrgent = URGENCIES.slice(0, URGENCIES.indexOf(urgency) + 1);
  const { rows } = await sql<InsertedAlert>`
    with people as (
      select id, ${kind} = any(email_alerts) and alert_email is not null as by_email,
        ${kind} = any(push_alerts) and exists (
          select from staff_push_subscriptions where staff_id = staff_members.id) as by_push
      from staff_members
      where removed_at is null and role = any(${[...roles]}::text[])
        and not exists (
          select from staff_alerts as earlier
          where earlier.staff_id = staff_members.id and round = ${round} and earlier.urgency = any(${asUrgent}::text[])
            and case_id is not distinct from ${caseId}::uuid and notice_id is not distinct from ${noticeId}::uuid)
    ), inserted as (
      insert into staff_alerts (id, staff_id, case_id, notice_id, kind, urgency, round, due_at)
      select gen_random_uuid(), id, ${caseId}::uuid, ${noticeId}::uuid, ${kind}, ${urgency}, ${round},
        ${dueAt}::timestamptz
      from people where by_email or by_push
      on conflict do nothing returning id, staff_id
    )
    select inserted.id, staff_id as "staffId", by_email as "byEmail", by_push as "byPush"
    from inserted join people on people.id = staff_id`.execute(tx);
  return rows;
}

/** For a locked case. */
export async function markItemsAlerted(tx: Tx, items: readonly Pick<ItemToAlert, "kind" | "sourceId">[]) {
  await sql`
    update case_items set alert_at = null where (kind, source_id) in (
      select * from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ sourceId }) => sourceId)}::text[]))`.execute(
    tx,
  );
}

export async function markEmailed(tx: Tx, alertId: string): Promise<void> {
  await tx.updateTable("staff_alerts").set({ emailed_at: sql<Date>`now()` }).where("id", "=", alertId).execute();
}

/** Turns one channel of one kind on or off. */
export async function updateChoice(
  tx: Tx,
  staffId: string,
  { kind, email, push }: { readonly kind: AlertKind; readonly email: boolean; readonly push: boolean },
): Promise<void> {
  const changed = (column: "email_alerts" | "push_alerts", isOn: boolean) =>
    sql<AlertKind[]>`array_remove(${sql.ref(column)}, ${kind}) || ${isOn ? [kind] : []}::text[]`;
  await tx
    .updateTable("staff_members")
    .set({ email_alerts: changed("email_alerts", email), push_alerts: changed("push_alerts", push) })
    .where("id", "=", staffId)
    .execute();
}

export async function updateAlertAddress(tx: Tx, staffId: string, email: string | null): Promise<void> {
  await tx.updateTable("staff_members").set({ alert_email: email }).where("id", "=", staffId).execute();
}

/** Replaces an address that waits for its code, and begins its time anew. */
export async function upsertPendingAddress(tx: Tx, staffId: string, email: string): Promise<void> {
  const fresh = { email, code_hash: null, attempts: 0, created_at: sql<Date>`now()` };
  await tx
    .insertInto("staff_addresses")
    .values({ staff_id: staffId, ...fresh })
    .onConflict((conflict) => conflict.column("staff_id").doUpdateSet(fresh))
    .execute();
}

/** @returns the address that the code is for; undefined if it waits for none any more */
export const updateCode = async (tx: Tx, staffId: string, codeHash: Buffer): Promise<string | undefined> =>
  (
    await tx
      .updateTable("staff_addresses")
      .set({ code_hash: codeHash })
      .where("staff_id", "=", staffId)
      .where(isCodeValid)
      .returning("email")
      .executeTakeFirst()
  )?.email;

/** Counts an attempt. @returns what it is compared with; undefined after the last one, or if the time is over */
export const countAttempt = (tx: Tx, staffId: string, attemptsMax: number) =>
  tx
    .updateTable("staff_addresses")
    .set({ attempts: sql<number>`attempts + 1` })
    .where("staff_id", "=", staffId)
    .where("attempts", "<", attemptsMax)
    .where(isCodeValid)
    .returning(["email", "code_hash"])
    .executeTakeFirst();

/** @param codeHash only if it still waits for this code @returns whether it was there */
export async function deletePendingAddress(tx: Tx, staffId: string, codeHash?: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("staff_addresses")
    .where("staff_id", "=", staffId)
    .$if(codeHash !== undefined, (query) => query.where("code_hash", "=", codeHash ?? null))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Stores a browser, or moves it to this person and session. @returns false if the session has ended */
export async function upsertDevice(
  tx: Tx,
  sessionHash: Buffer,
  { id, endpoint, p256dh, auth }: PushTarget & { readonly id: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into staff_push_subscriptions (id, staff_id, session_hash, endpoint, p256dh, auth)
    select ${id}::uuid, staff_id, token_hash, ${endpoint}::text, ${p256dh}::bytea, ${auth}::bytea from staff_sessions
    where token_hash = ${sessionHash}
    on conflict (endpoint) do update set staff_id = excluded.staff_id, session_hash = excluded.session_hash,
      p256dh = excluded.p256dh, auth = excluded.auth
    returning id`.execute(tx);
  return rows.length > 0;
}

export async function deleteOldestDevices(tx: Tx, staffId: string, kept: number): Promise<void> {
  await sql`
    delete from staff_push_subscriptions where id in (
      select id from staff_push_subscriptions where staff_id = ${staffId}
      order by created_at desc, id offset ${kept})`.execute(tx);
}

/** Moves a browser of a person to their session. @returns whether it is theirs */
export async function updateDeviceSession(
  tx: Tx,
  staffId: string,
  endpoint: string,
  session: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("staff_push_subscriptions")
    .set({ session_hash: session })
    .where("endpoint", "=", endpoint)
    .where("staff_id", "=", staffId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whoever it belongs to. @returns whether it was known */
export async function deleteDevice(tx: Tx, endpoint: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("staff_push_subscriptions")
    .where("endpoint", "=", endpoint)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteDevices(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("staff_push_subscriptions")
    .where("id", "in", [...ids])
    .execute();
}

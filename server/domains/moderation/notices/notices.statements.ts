import { type Insertable, type RawBuilder, sql } from "kysely";
import { waitingSince } from "#server/domains/moderation/notices/notices.queries.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { NoticeOutcome, NoticesTable } from "#server/platform/db/schema/notices.ts";

export type NewNotice = Pick<
  Insertable<NoticesTable>,
  "id" | "client_id" | "number" | "kind" | "place" | "username" | "details" | "name" | "email" | "is_honeypot_hit"
> & { readonly alert_at: RawBuilder<Date> | null };

/** @returns false if there is a notice with its `client_id`; nothing is inserted then */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<boolean> {
  const inserted = await tx
    .insertInto("notices")
    .values(notice)
    .onConflict((conflict) => conflict.column("client_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The number of the notice with this idempotency key. */
export const findNumber = (db: Db, clientId: string) =>
  db.selectFrom("notices").select("number").where("client_id", "=", clientId).executeTakeFirst();

export const lockNotice = (tx: Tx, id: string) =>
  tx
    .selectFrom("notices")
    .select(["id", "kind", "place", "username", "member_id", "created_at", "decided_at", "alert_at"])
    .select(waitingSince.as("waiting_since"))
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export async function updateMember(tx: Tx, id: string, memberId: string): Promise<void> {
  // Its case alerts staff from now on.
  await tx.updateTable("notices").set({ member_id: memberId, alert_at: null }).where("id", "=", id).execute();
}

export async function markNoticeAlerted(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("notices").set({ alert_at: null }).where("id", "=", id).execute();
}

/** @param at when the notice was read: what is decided later is mailed, too */
export async function markMailed(
  tx: Tx,
  id: string,
  column: "receipt_mailed_at" | "outcome_mailed_at",
  at: Date,
): Promise<void> {
  await tx
    .updateTable("notices")
    .set({ [column]: at })
    .where("id", "=", id)
    .execute();
}

/**
 * Stores what was decided. A later decision, such as one that is taken back, replaces it.
 * @returns the notices whose senders gave an address
 */
export const updateOutcome = (tx: Tx, ids: readonly string[], outcome: NoticeOutcome) =>
  sql<{ id: string; email: string }>`
    with decided as (
      update notices set decided_at = now(), is_upheld = ${outcome === "acted_on" || outcome === "noted"},
        is_noted = ${outcome === "noted"}, is_unexamined = ${outcome === "unexamined"}
      where id = any(${[...ids]}::uuid[])
      returning id, email)
    select id, email from decided where email <> '' order by id`
    .execute(tx)
    .then(({ rows }) => rows);

/** Opens a notice again whose sender objects, as if it was new. @param alertAt null if it belongs to a case */
export async function renewNotice(tx: Tx, id: string, alertAt: RawBuilder<Date> | null): Promise<void> {
  await reopenNotices(tx, [id]);
  await tx
    .updateTable("notices")
    .set({ renewed_at: sql<Date>`now()`, alert_at: alertAt })
    .where("id", "=", id)
    .execute();
}

/** Opens notices again whose decision was undone. What is decided next is mailed again. */
export async function reopenNotices(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update notices set decided_at = null, is_upheld = null, is_noted = false, is_unexamined = false where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
}

/**
 * Records that those who wrote with a member are warned by a decision. Waits for an undo of it that is under way.
 * @returns false if it is undone, or was deleted
 */
export async function insertFraudWarning(tx: Tx, decisionId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from decisions where id = ${decisionId} and undone_at is null for share`.execute(tx);
  if (rows.length === 0) return false;
  await tx
    .insertInto("fraud_warnings")
    .values({ decision_id: decisionId })
    .onConflict((conflict) => conflict.column("decision_id").doNothing())
    .execute();
  return true;
}

/** @param years age of the notices to delete @returns their ids */
export async function deleteOldNotices(tx: Tx, years: number): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("notices")
    .where("created_at", "<", sql<Date>`now() - make_interval(years => ${years})`)
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id);
}

import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

interface NewSession {
  readonly id: string;
  readonly reference: string;
  readonly name: string;
  readonly amount_cents: number;
  readonly monthly: boolean;
  readonly success_url: string;
  readonly cancel_url: string;
}

/** Creates a session, or returns the existing one for the same reference. */
export async function openTestSession(db: Db, session: NewSession) {
  await db
    .insertInto("test_sessions")
    .values(session)
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .execute();
  return db
    .selectFrom("test_sessions")
    .selectAll()
    .where("reference", "=", session.reference)
    .executeTakeFirstOrThrow();
}

export const findTestSession = (db: Db, id: string) =>
  db.selectFrom("test_sessions").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * Pays an open session, and starts its subscription if it is for one.
 * @param country the buyer's, null if they state none
 * @returns whether it was open
 */
export async function payTestSession(db: Db, id: string, country: string | null): Promise<boolean> {
  const { rows } = await sql`
    with paid as (
      update test_sessions set state = 'paid', country = ${country} where id = ${id} and state = 'open' returning id, reference, monthly),
    begun as (
      insert into test_subscriptions (id, reference) select 'sub_' || id, reference from paid where monthly)
    select id from paid`.execute(db);
  return rows.length > 0;
}

export async function expireTestSession(db: Db, id: string): Promise<void> {
  const open = db.updateTable("test_sessions").where("id", "=", id).where("state", "=", "open");
  await open.set({ state: "expired" }).execute();
}

export const findTestSubscription = (db: Db, id: string) =>
  db.selectFrom("test_subscriptions").selectAll().where("id", "=", id).executeTakeFirst();

export async function setTestSubscription(db: Db, id: string, ends: boolean): Promise<void> {
  await db
    .updateTable("test_subscriptions")
    .set({ cancel_at_period_end: ends, ends_at: ends ? sql<Date>`now()` : null })
    .where("id", "=", id)
    .execute();
}

export async function deleteTestSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom("test_subscriptions").where("id", "=", id).execute();
}

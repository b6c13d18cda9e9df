import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

interface NewSubscriber {
  readonly id: string;
  readonly email: string;
  readonly email_normalized: string;
  readonly unsubscribe_hash: Buffer;
}

/** Stores an address as pending. A confirmed one stays confirmed. @returns its id */
export async function upsertSubscriber(tx: Tx, subscriber: NewSubscriber): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into newsletter_subscribers as known (id, email, email_normalized, unsubscribe_hash)
    values (${subscriber.id}, ${subscriber.email}, ${subscriber.email_normalized}, ${subscriber.unsubscribe_hash})
    on conflict (email_normalized) do update set
      email = case when known.state = 'confirmed' then known.email else excluded.email end,
      since = case when known.state = 'confirmed' then known.since else now() end,
      state = case when known.state = 'confirmed' then known.state else 'pending' end
    returning id`.execute(tx);
  return (rows[0] as { id: string }).id;
}

export const findSubscriber = (db: Db, id: string) =>
  db
    .selectFrom("newsletter_subscribers")
    .select(["id", "email", "email_normalized", "state"])
    .where("id", "=", id)
    .executeTakeFirst();

export async function insertNewsletterLink(
  tx: Tx,
  link: { readonly token_hash: Buffer; readonly subscriber_id: string },
  days: number,
): Promise<void> {
  await tx
    .insertInto("newsletter_links")
    .values({ ...link, expires_at: sql`now() + make_interval(days => ${days})` })
    .execute();
}

/** Idempotent. @returns whether the link is valid */
export async function confirmByLink(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update newsletter_subscribers as subscriber
    set state = 'confirmed', since = case when state = 'confirmed' then since else now() end
    from newsletter_links as link
    where link.token_hash = ${tokenHash} and link.expires_at > now() and link.subscriber_id = subscriber.id
    returning subscriber.id`.execute(tx);
  return rows.length > 0;
}

/** Also deletes confirmation links. Idempotent. @returns whether there is a subscriber with this token */
export async function unsubscribeByToken(tx: Tx, unsubscribeHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update newsletter_subscribers
    set state = 'unsubscribed', since = case when state = 'unsubscribed' then since else now() end
    where unsubscribe_hash = ${unsubscribeHash}
    returning id`.execute(tx);
  const [ended] = rows;
  if (!ended) return false;
  await tx.deleteFrom("newsletter_links").where("subscriber_id", "=", ended.id).execute();
  return true;
}

export const listConfirmedSubscribers = (db: Db) =>
  db
    .selectFrom("newsletter_subscribers")
    .select(["email", "email_normalized", "since"])
    .where("state", "=", "confirmed")
    .orderBy("since")
    .orderBy("id")
    .execute();

/** A page of ids of confirmed subscribers. */
export async function findConfirmed(db: Db, after: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("newsletter_subscribers")
    .select("id")
    .where("state", "=", "confirmed")
    .$if(after !== null, (query) => query.where("id", ">", after as string))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countConfirmed(db: Db): Promise<number> {
  const { many } = await db
    .selectFrom("newsletter_subscribers")
    .select(({ fn }) => fn.countAll<number>().as("many"))
    .where("state", "=", "confirmed")
    .executeTakeFirstOrThrow();
  return many;
}

/** Deletes unconfirmed and unsubscribed addresses older than `days`, and expired links. */
export async function deleteStale(tx: Tx, days: number): Promise<void> {
  await tx.deleteFrom("newsletter_links").where("expires_at", "<", sql<Date>`now()`).execute();
  await tx
    .deleteFrom("newsletter_subscribers")
    .where("state", "in", ["pending", "unsubscribed"])
    .where("since", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

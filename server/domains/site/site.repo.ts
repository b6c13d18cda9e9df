import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/client.ts";

export interface NewContactMessage {
  readonly id: string;
  readonly client_id: string | null;
  readonly member_id: string | null;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly is_honeypot_hit: boolean;
  readonly is_by_link: boolean;
}

/** @returns false if there is a message with its `client_id`; nothing is inserted then */
export async function insertContactMessage(tx: Tx, message: NewContactMessage): Promise<boolean> {
  const inserted = await tx
    .insertInto("contact_messages")
    .values({ ...message, mailed_at: null, resolved_at: null })
    .onConflict((conflict) => conflict.column("client_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

interface NewThread {
  readonly id: string;
  readonly number: string;
  readonly member_id: string | null;
}

/** Locks the thread of a member, or inserts one. Somebody who was not logged in gets a new one. @returns its id */
export async function upsertThread(tx: Tx, thread: NewThread): Promise<string> {
  const { id } = await tx
    .insertInto("contact_threads")
    .values(thread)
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ last_message_at: sql`now()` }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a thread that gets another message, so that the cleanup keeps it. @returns whether it still exists */
export async function renewThread(tx: Tx, id: string): Promise<boolean> {
  const renewed = await tx
    .updateTable("contact_threads")
    .set({ last_message_at: sql`now()` })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Threads are locked before their cases. @returns whether it still exists */
export async function lockThread(tx: Tx, id: string): Promise<boolean> {
  const locked = await tx
    .selectFrom("contact_threads")
    .select("id")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

export async function updateThread(tx: Tx, messageId: string, threadId: string): Promise<void> {
  await tx.updateTable("contact_messages").set({ thread_id: threadId }).where("id", "=", messageId).execute();
}

interface NewAnswer {
  readonly id: string;
  readonly thread_id: string;
  readonly token_hash: Buffer;
  readonly words: string;
  readonly answered_by: string;
}

export async function insertAnswer(tx: Tx, answer: NewAnswer): Promise<void> {
  await tx
    .insertInto("contact_answers")
    .values({ ...answer, mailed_at: null })
    .execute();
}

export async function markAnswerMailed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("contact_answers").set({ mailed_at: sql`now()` }).where("id", "=", id).execute();
}

export async function markMailed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("contact_messages").set({ mailed_at: sql`now()` }).where("id", "=", id).execute();
}

/** Resolves open messages. @param answerId of the answer to them; null without one */
export async function markResolved(tx: Tx, ids: readonly string[], answerId: string | null): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("contact_messages")
    .set({ resolved_at: sql`now()`, answer_id: answerId })
    .where("id", "in", [...ids])
    .where("resolved_at", "is", null)
    .execute();
}

const isUnsent = (hours: number) =>
  sql<boolean>`mailed_at is null and queued_at < now() - make_interval(hours => ${hours})`;

/** Marks messages whose email has not been sent for some hours as enqueued again. @returns their ids */
export async function claimUnmailed(tx: Tx, hours: number): Promise<string[]> {
  const rows = await tx
    .updateTable("contact_messages")
    .set({ queued_at: sql`now()` })
    .where("is_honeypot_hit", "=", false)
    .where(isUnsent(hours))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** As `claimUnmailed`, for answers. */
export async function claimUnmailedAnswers(tx: Tx, hours: number): Promise<string[]> {
  const rows = await tx
    .updateTable("contact_answers")
    .set({ queued_at: sql`now()` })
    .where(isUnsent(hours))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns the ids of the deleted messages */
export async function deleteOldContactMessages(tx: Tx, years: number): Promise<string[]> {
  const deleted = await tx
    .deleteFrom("contact_messages")
    .where("created_at", "<", sql<Date>`now() - make_interval(years => ${years})`)
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id);
}

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

/** Serializes the creation of broadcasts. */
export const lockBroadcasting = (tx: Tx) => sql`lock table broadcasts in share row exclusive mode`.execute(tx);

/** When the last broadcast of the past `days` was created. */
export async function findRecentBroadcast(db: Db, days: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom("broadcasts")
    .select("created_at")
    .where("created_at", ">", sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return row?.created_at;
}

interface NewBroadcast {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
}

export async function insertBroadcast(tx: Tx, broadcast: NewBroadcast): Promise<void> {
  await tx.insertInto("broadcasts").values(broadcast).execute();
}

export const findBroadcast = (db: Db, id: string) =>
  db.selectFrom("broadcasts").select(["subject", "body"]).where("id", "=", id).executeTakeFirst();

/** Locks the progress of a broadcast. Undefined if all its emails are enqueued. */
export const lockUnqueued = (tx: Tx, id: string) =>
  tx
    .selectFrom("broadcasts")
    .select(["members_queued_up_to", "subscribers_queued_up_to"])
    .where("id", "=", id)
    .where("queued_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export async function updateProgress(
  tx: Tx,
  id: string,
  column: "members_queued_up_to" | "subscribers_queued_up_to",
  upto: string,
) {
  await tx
    .updateTable("broadcasts")
    .set({ [column]: upto })
    .where("id", "=", id)
    .execute();
}

export async function markQueued(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("broadcasts").set({ queued_at: sql<Date>`now()` }).where("id", "=", id).execute();
}

interface Claim {
  readonly broadcast_id: string;
  readonly address_hash: Buffer;
  readonly job_id: string;
}

/** Claims an address for a job. @returns false if another job has claimed it */
export async function claimRecipient(tx: Tx, { broadcast_id, address_hash, job_id }: Claim): Promise<boolean> {
  // A no-op update, because `do nothing` would not return the existing row.
  const { rows } = await sql<{ job_id: string }>`
    insert into broadcast_recipients as known (broadcast_id, address_hash, job_id)
    values (${broadcast_id}, ${address_hash}, ${job_id})
    on conflict (broadcast_id, address_hash) do update set job_id = known.job_id
    returning job_id`.execute(tx);
  return rows[0]?.job_id === job_id;
}

import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

const messages = (db: Db) =>
  db
    .selectFrom("contact_messages")
    .leftJoin("profiles", "profiles.member_id", "contact_messages.member_id")
    .leftJoin("contact_threads", "contact_threads.id", "thread_id")
    .select(["contact_messages.id", "contact_messages.member_id", "profiles.username", "contact_messages.name"])
    .select(["email", "subject", "message", "is_honeypot_hit", "is_by_link", "created_at", "mailed_at"])
    .select(["resolved_at", "answer_id", "number", "thread_id"]);

export const findContactMessage = (db: Db, id: string) =>
  messages(db).where("contact_messages.id", "=", id).executeTakeFirst();

/** Latest first. @param before excludes messages from then on */
export const findContactMessages = (db: Db, limit: number, before?: Date) =>
  messages(db)
    .where("created_at", "<", before ?? sql<Date>`'infinity'`)
    .orderBy("created_at", "desc")
    .orderBy("contact_messages.id", "desc")
    .limit(limit)
    .execute();

const answers = (db: Db) =>
  db
    .selectFrom("contact_answers")
    .select(["contact_answers.id", "thread_id", "words", "answered_by", "created_at", "mailed_at"])
    .orderBy("created_at", "desc")
    .orderBy("contact_answers.id");

export const findAnswer = (db: Db, id: string) => answers(db).where("contact_answers.id", "=", id).executeTakeFirst();

export const findAnswerByToken = (db: Db, tokenHash: Buffer) =>
  answers(db)
    .innerJoin("contact_threads", "contact_threads.id", "thread_id")
    .select(["number", "member_id"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();

/** The message that an answer goes to: the last one that it answers. */
export const findAnsweredMessage = (db: Db, answerId: string) =>
  messages(db).where("answer_id", "=", answerId).orderBy("created_at", "desc").limit(1).executeTakeFirst();

/** The last messages and answers of a thread, latest first. Undefined once it is deleted. */
export async function findContactThread(db: Db, threadId: string, limit: number) {
  const thread = await db.selectFrom("contact_threads").select("number").where("id", "=", threadId).executeTakeFirst();
  if (!thread) return undefined;
  return {
    number: thread.number,
    messages: await messages(db)
      .where("thread_id", "=", threadId)
      .orderBy("created_at", "desc")
      .orderBy("contact_messages.id", "desc")
      .limit(limit)
      .execute(),
    answers: await answers(db).where("thread_id", "=", threadId).limit(limit).execute(),
  };
}

export type StoredThread = NonNullable<Awaited<ReturnType<typeof findContactThread>>>;

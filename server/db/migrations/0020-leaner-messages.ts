import { type Kysely, sql } from "kysely";

/**
 * The last unread message of a conversation is found without reading all of them, and a text, which has no picture, is noted in
 * no index of pictures.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index messages_unread_by_seq on messages (pair_id, sender_id, seq)
    where read_at is null and deleted_at is null`.execute(db);
  await sql`drop index messages_unread`.execute(db);
  await sql`alter table messages drop constraint messages_picture_key_key`.execute(db);
  await sql`create unique index messages_picture_key_key on messages (picture_key) where picture_key is not null`.execute(
    db,
  );
}

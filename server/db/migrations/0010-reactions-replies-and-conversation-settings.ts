import { type Kysely, sql } from "kysely";

/** Reactions to messages, the messages that replies are about, and what a member set for a conversation. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table messages
      add column sender_reaction text,
      add column receiver_reaction text,
      add column reply_to_sequence bigint;

    create table conversation_settings (
      member_id uuid not null references members (id),
      relationship_id uuid not null references relationships (id) on delete cascade,
      is_muted boolean not null default false,
      archived_sequence bigint,
      constraint conversation_settings_pkey primary key (member_id, relationship_id)
    );
    create index conversation_settings_by_relationship on conversation_settings (relationship_id);
  `.execute(db);
}

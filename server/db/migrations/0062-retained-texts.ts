import { type Kysely, sql } from "kysely";

/** Earlier bios and prompts, for reports, and how long removed photos were shown. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table retained_texts (
      id uuid primary key,
      member_id uuid not null references members (id),
      bio text not null,
      prompts jsonb not null,
      shown_from timestamptz not null,
      replaced_at timestamptz not null default now(),
      purge_after timestamptz not null
    );
    create index retained_texts_by_end on retained_texts (purge_after);
    create index retained_texts_by_member on retained_texts (member_id, replaced_at);

    alter table profiles add column texts_changed_at timestamptz not null default now();
    alter table retained_photos add column shown_from timestamptz;
  `.execute(db);
}

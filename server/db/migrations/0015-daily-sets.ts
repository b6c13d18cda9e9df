import { type Kysely, sql } from "kysely";

/** Up to five members a day that a member is shown first, and whether they want that. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table members add column daily_set boolean not null default true;

    create table daily_sets (
      member_id uuid not null references members (id),
      day date not null,
      member_ids uuid[] not null,
      size smallint not null,
      created_at timestamptz not null default now(),
      completed_at timestamptz,
      constraint daily_sets_pkey primary key (member_id, day),
      constraint daily_sets_size_check check (size between 1 and 5 and cardinality(member_ids) <= size)
    );
    create index daily_sets_by_day on daily_sets (day);
    -- For the deletion of an account that is in others' sets.
    create index daily_sets_by_listed on daily_sets using gin (member_ids);
  `.execute(db);
}

import { type Kysely, sql } from "kysely";

/** Members whom a member does not want to be shown for a while. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table passes (
      member_id uuid not null references members (id),
      passed_id uuid not null references members (id),
      passed_at timestamptz not null,
      declines_crush boolean not null,
      constraint passes_pkey primary key (member_id, passed_id)
    );
    create index passes_by_passed on passes (passed_id);
    create index passes_by_time on passes (passed_at);
  `.execute(db);
}

import { type Kysely, sql } from "kysely";

/** Cases whose evidence staff have seen in the last day, by their claim or by a reason that they gave. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table staff_looks (
      staff_id uuid not null references staff_members (id),
      case_id uuid not null references cases (id) on delete cascade,
      is_claimant boolean not null,
      -- Empty for a claimant.
      reason text not null,
      looked_at timestamptz not null default now(),
      primary key (staff_id, case_id, is_claimant)
    );
    create index staff_looks_by_case on staff_looks (case_id);
  `.execute(db);
}

import { type Kysely, sql } from "kysely";

/**
 * What members want to see, and the narrow table that browsing reads. It holds what is compared and nothing else, and is
 * written only by `discovery.refresh`, in the transaction of whatever changed. Pages leave room for the day of last
 * activity, which changes most and is in no index.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table match_filters (
      member_id uuid primary key references members (id),
      age_min smallint not null default 18,
      age_max smallint not null default 99,
      distance smallint not null default 50,
      gender text[] not null default '{}',
      looking_for text[] not null default '{}',
      interests text[] not null default '{}',
      height_min smallint,
      height_max smallint
    )`.execute(db);
  await sql`
    create table browse (
      member_id uuid primary key references members (id),
      area text,
      cell text,
      lat double precision,
      lng double precision,
      gender smallint not null,
      age smallint,
      height smallint,
      looking_for smallint not null,
      interests integer not null,
      want_gender smallint not null,
      want_age_min smallint not null,
      want_age_max smallint not null,
      is_demo boolean not null,
      active_on date not null
    ) with (fillfactor = 85)`.execute(db);
  await sql`create index browse_by_area on browse (area, gender, age)`.execute(db);
  await sql`
    create table browse_results (
      id uuid primary key,
      viewer_id uuid not null references members (id),
      ids uuid[] not null,
      made_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index browse_results_by_viewer on browse_results (viewer_id)`.execute(db);
  await sql`drop index members_by_activity`.execute(db);
}

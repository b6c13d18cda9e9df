import { type Kysely, sql } from "kysely";

/** The search for members: preferences, the index and the log of its changes, results, and daily sets. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table search_preferences (
      member_id uuid primary key references members (id),
      age_min smallint not null default 18,
      age_max smallint not null default 99,
      distance smallint not null default 50,
      gender text[] not null default '{}',
      show_me_consent_version integer,
      show_me_consented_at timestamptz,
      looking_for text[] not null default '{}',
      interests text[] not null default '{}',
      height_min smallint,
      height_max smallint,
      verified_only boolean not null default false,
      shared_times_only boolean not null default false,
      sort text not null default 'best',
      constraint search_preferences_sort_check check (sort in ('best', 'newest', 'active', 'nearest'))
    );

    create table search_index (
      member_id uuid primary key references members (id),
      area text,
      h3_cell text,
      x double precision,
      y double precision,
      z double precision,
      gender smallint not null,
      age smallint,
      height smallint,
      looking_for smallint not null,
      interests integer not null,
      counted_week integer not null default 0,
      want_gender smallint not null,
      want_age_min smallint not null,
      want_age_max smallint not null,
      is_demo boolean not null,
      is_verified boolean not null default false,
      is_listed boolean not null default true,
      active_on date not null,
      joined_on date not null,
      listed_at timestamptz not null default now()
    ) with (fillfactor = 85);
    create index search_index_by_area on search_index (area, gender, age);
    create index search_index_by_listing on search_index (listed_at);

    -- From this log each process updates its copy of the index in memory.
    create table search_index_changes (
      xid xid8 not null default pg_current_xact_id(),
      member_id uuid not null,
      changed_at timestamptz not null default now(),
      primary key (xid, member_id)
    );

    create function log_search_index_change() returns trigger language plpgsql as $function$
    begin
      insert into search_index_changes (member_id) values (coalesce(new.member_id, old.member_id))
        on conflict do nothing;
      return null;
    end $function$;

    create trigger search_index_logs_members after insert or delete on search_index
      for each row execute function log_search_index_change();
    create trigger search_index_logs_changes after update on search_index
      for each row when (old is distinct from new) execute function log_search_index_change();

    create unlogged table search_results (
      id uuid primary key,
      viewer_id uuid not null references members (id),
      query_hash text not null,
      -- An array of uuids takes longer to read than to store.
      member_ids bytea storage external not null,
      created_at timestamptz not null default now(),
      used_at timestamptz not null default now()
    );
    create index search_results_by_viewer on search_results (viewer_id);

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

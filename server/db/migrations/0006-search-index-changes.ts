import { type Kysely, sql } from "kysely";

/**
 * A log of the members whose row in the search index has changed, from which each process updates its copy in memory.
 * Search results, which are kept for minutes, hold ids as bytes: an array of uuids takes longer to read than to store.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table search_index_changes (
      xid xid8 not null default pg_current_xact_id(),
      member_id uuid not null,
      changed_at timestamptz not null default now(),
      primary key (xid, member_id)
    );

    create function log_search_index_change() returns trigger language plpgsql as $function$
    begin
      insert into search_index_changes (member_id) values (coalesce(new.member_id, old.member_id)) on conflict do nothing;
      return null;
    end $function$;

    create trigger search_index_logs_members after insert or delete on search_index
      for each row execute function log_search_index_change();

    create trigger search_index_logs_changes after update on search_index
      for each row when (old is distinct from new) execute function log_search_index_change();

    truncate search_results;
    alter table search_results drop column member_ids;
    alter table search_results add column member_ids bytea storage external not null;
  `.execute(db);
}

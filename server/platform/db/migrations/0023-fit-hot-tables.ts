import { type Kysely, sql } from "kysely";

/**
 * Rows that change often get room on their page for the next version (HOT), which then needs no new index entries. It
 * counts for pages that are written from now on. Messages are vacuumed after 2 % of a partition has changed, not 20 %,
 * and so are the tables that change with nearly every act.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table relationships set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
    alter table sessions set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
    alter table members set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
    alter table wallets set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
    alter table search_index set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
    -- One statement gives all rows of a process a new version.
    alter table presence set (fillfactor = 45);
  `.execute(db);
  // A partitioned table takes no such settings itself.
  await sql`
    do $$
    declare part regclass;
    begin
      for part in select inhrelid from pg_inherits where inhparent = 'messages'::regclass order by inhrelid::regclass::text loop
        execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02)', part);
      end loop;
    end $$;
  `.execute(db);
}

import { type Kysely, sql } from "kysely";

/** Crushes that nobody opened are given back, and members can be notified that somebody new fits. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table ledger_entries
      drop constraint ledger_entries_kind_check,
      add constraint ledger_entries_kind_check
        check (kind in ('sent', 'received', 'purchased', 'bonus', 'refund', 'withdrawal', 'returned'));
    -- A crush is given back once, whether it was refunded or never opened.
    create unique index ledger_entries_one_way_back on ledger_entries (wallet_id, source)
      where kind in ('refund', 'returned') and source like 'crush:%';

    create table crush_return_cursor (
      is_only boolean primary key default true,
      entry_id uuid not null,
      moved_at timestamptz not null default now(),
      constraint crush_return_cursor_is_only_check check (is_only)
    );

    alter table relationships
      add column a_crush_opened boolean not null default false,
      add column b_crush_opened boolean not null default false;

    alter table notification_preferences add column someone_new_looked_at timestamptz;
    create index notification_preferences_someone_new on notification_preferences (member_id)
      where someone_new_looked_at is not null;

    alter table search_index add column listed_at timestamptz not null default now();
    create index search_index_by_listing on search_index (listed_at);
  `.execute(db);
}

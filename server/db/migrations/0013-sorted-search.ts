import { type Kysely, sql } from "kysely";

/** The order in which a member browses, and the day on which each member joined. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table search_preferences
      add column sort text not null default 'best',
      add constraint search_preferences_sort_check check (sort in ('best', 'newest', 'active', 'nearest'));

    -- Otherwise each row is also logged as a change, though the copies in memory are built anew.
    alter table search_index disable trigger user;
    alter table search_index add column joined_on date;
    update search_index set joined_on = (members.joined_at at time zone 'UTC')::date
      from members where members.id = search_index.member_id;
    alter table search_index alter column joined_on set not null;
    alter table search_index enable trigger user;

    -- Their hashes are of searches without an order.
    truncate search_results;
  `.execute(db);
}

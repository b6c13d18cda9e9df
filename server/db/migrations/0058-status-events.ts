import { type Kysely, sql } from "kysely";

/**
 * What a restore of an earlier backup has to repeat. No foreign keys: events outlive the rows that they are about. Times
 * are those of the clock, so that two events of one transaction have an order.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table status_events (
      id uuid primary key,
      occurred_at timestamptz not null default clock_timestamp(),
      event text not null,
      member_id uuid not null,
      other_id uuid,
      detail text,
      until timestamptz
    );
    create index status_events_by_time on status_events (occurred_at);
  `.execute(db);
}

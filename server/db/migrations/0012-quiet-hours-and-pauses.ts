import { type Kysely, sql } from "kysely";

/** Hours of the day in which a member gets no notifications, and the end of a pause. Both off by default. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table notification_preferences
      add column quiet_from smallint,
      add column quiet_until smallint,
      add column quiet_time_zone text,
      add constraint notification_preferences_quiet_check check (
        num_nulls(quiet_from, quiet_until, quiet_time_zone) in (0, 3)
        and quiet_from between 0 and 23 and quiet_until between 0 and 23 and quiet_from <> quiet_until
      );

    alter table members
      add column hidden_until timestamptz,
      add constraint members_hidden_until_check check (hidden_until is null or status <> 'deleted');

    create index members_hidden_until on members (hidden_until) where hidden_until is not null;
  `.execute(db);
}

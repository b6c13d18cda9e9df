import { type Kysely, sql } from "kysely";

/** A no to everybody, which belongs to no member, and dates that begin are found by their start. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table refused_contacts
      drop constraint refused_contacts_pkey,
      alter column member_id drop not null,
      add constraint refused_contacts_address_key unique nulls not distinct (address_hash, member_id);
    create index refused_contacts_by_member on refused_contacts (member_id);
    create index trusted_contacts_by_address on trusted_contacts (address_hash);
    create index date_shares_by_message on date_shares (message_id) where message_id is not null;

    -- Dates that were called off after their start are looked for as well.
    drop index workout_dates_to_come;
    create index workout_dates_by_start on workout_dates (starts_at) where starts_at is not null;
  `.execute(db);
}

import { type Kysely, sql } from "kysely";

/** Reads the tables without blocking writes. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table reports validate constraint reports_resolution_check;
    alter table cases validate constraint cases_kind_check;
    alter table cases validate constraint cases_member_check;
    alter table cases validate constraint cases_contact_check;
    alter table cases validate constraint cases_urgency_check;
    alter table case_items validate constraint case_items_kind_check;
    alter table case_items validate constraint case_items_urgency_check;
    alter table case_events validate constraint case_events_kind_check;
  `.execute(db);
}

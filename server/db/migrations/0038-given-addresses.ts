import { type Kysely, sql } from "kysely";

/** Blocks and restrictions follow an address as it was given, confirmed or not. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- safe while old code runs: it stores 'email' and 'card' only, of which the table has one row per member at most
    alter table identities
      drop constraint identities_kind_check,
      add constraint identities_kind_check check (kind in ('email', 'given_email', 'card'));
    alter table restrictions add column copied_from uuid;
  `.execute(db);
}

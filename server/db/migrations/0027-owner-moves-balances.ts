import { type Kysely, sql } from "kysely";

/**
 * The app's role may not update a balance, so the trigger that does runs with the rights of the tables' owner. Its search
 * path is fixed, and nobody else may execute it: attached to a table of one's own, it would move any balance.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function move_balance() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      update public.wallets set balance = balance + new.change where id = new.wallet_id;
      return null;
    end $$`.execute(db);
  await sql`revoke execute on function move_balance() from public`.execute(db);
}

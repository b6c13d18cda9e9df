import { type Kysely, sql } from "kysely";

/** Refunds of withdrawals that fail after the provider accepted them, and statements that arrived by mail. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table withdrawals
      add column stated_on date,
      drop constraint withdrawals_refund_state_check,
      add constraint withdrawals_refund_state_check
        check (refund_state in ('pending', 'refunded', 'refused', 'failed', 'paid'));
    drop index withdrawals_to_refund;
    create index withdrawals_to_refund on withdrawals (withdrawn_at) where (refund_state not in ('refunded', 'paid'));
  `.execute(db);
}

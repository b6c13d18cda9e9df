import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";

/** Where a member may still pay. */
export async function findOpenSessions(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from checkouts join wallets on wallets.id = wallet_id
    where member_id = ${memberId} and state = 'open' and session_id is not null`.execute(db);
  return rows.map((row) => row.session_id);
}

/**
 * Members who have gone and may still pay for something. One that the provider does not know any more is left to those who
 * ask about it once a day.
 */
export async function findGoneBuyers(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select members.id from memberships join members on members.id = member_id
      where not is_over and status <> 'missing' and gone_at is not null
    union
    select members.id from checkouts join wallets on wallets.id = wallet_id join members on members.id = member_id
      where state = 'open' and session_id is not null and gone_at is not null
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

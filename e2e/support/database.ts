import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { connectionsTo } from "#server/platform/db/embedded.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";
import type { Member } from "./api-fixtures.ts";

/** Confirms a member's email, as the link in the mail to it would. */
export const confirmEmail = ({ id }: Member) =>
  query("update accounts set email_verified_at = now() where member_id = $1", id);

/** Without a live event. @param changes the credits of each entry */
export async function addLedgerEntries({ id }: Member, changes: readonly number[]): Promise<void> {
  const ids = changes.map(() => newTimeOrderedId());
  await query(
    `insert into ledger_entries (id, wallet_id, kind, change, source)
      select entry.id, wallets.id, 'bonus', entry.change, 'test:' || entry.id
      from wallets, unnest($2::uuid[], $3::integer[]) as entry (id, change) where member_id = $1`,
    id,
    ids,
    changes,
  );
}

/** For changes that only time would bring about. @returns the rows */
export async function query<Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<Row[]> {
  const pid = readFileSync(join(process.env["SPOTTER_DATA"] ?? "", "pg", "postmaster.pid"), "utf8");
  // The fifth line of this file is the folder of the socket.
  const client = new pg.Client(connectionsTo(pid.split("\n")[4] ?? "").connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { connectionsTo } from "#server/db/embedded.ts";
import type { Member } from "./api-fixtures.ts";

/** Confirms a member's email, as the link in the mail to it would. */
export const confirmEmail = ({ id }: Member) =>
  query("update accounts set email_verified_at = now() where member_id = $1", id);

/** Runs SQL in the database of the run, for what only time would bring about. @returns the rows */
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

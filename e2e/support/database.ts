import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { connectionsTo } from "#server/db/embedded.ts";
import type { Member } from "./api-fixtures.ts";

/** The connection of the server under test. Its database listens in a folder of the data folder. */
function readConnection() {
  const dataDir = process.env["SPOTTER_DATA"] ?? "";
  const folder = readdirSync(dataDir).find((name) => name.startsWith("pg-socket-")) ?? "";
  return connectionsTo(join(dataDir, folder)).connection;
}

/** Lets time pass for the workout dates that a member has proposed: they began three hours ago. Pages have to reload. */
export async function passDates({ id }: Member): Promise<void> {
  const client = new pg.Client(readConnection());
  await client.connect();
  try {
    const began = "date_trunc('minute', now() - interval '3 hours')";
    await client.query(
      `update workout_dates set times = array[${began}], starts_at = ${began}, minutes = 60, remind_at = null
       where message_id in (select id from messages where sender_id = $1)`,
      [id],
    );
  } finally {
    await client.end();
  }
}

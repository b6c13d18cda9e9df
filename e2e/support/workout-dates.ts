import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import pg from "pg";
import type { Message } from "#contract/messages.ts";
import { connectionsTo } from "#server/db/embedded.ts";
import type { Member } from "./api-fixtures.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Plans a workout of 60 minutes that both agree to. @returns the id of its card */
export async function agreeOnDate(request: APIRequestContext, from: Member, to: Member): Promise<string> {
  const startsAt = Math.ceil((Date.now() + 2 * DAY_MS) / MINUTE_MS) * MINUTE_MS;
  const details = {
    sport: "run",
    times: [new Date(startsAt).toISOString()],
    timeZone: "America/Denver",
    minutes: 60,
    place: "Washington Park, south gate",
    effort: "chatty",
  };
  const post = async (person: Member, path: string, data: object): Promise<Message> => {
    const headers = { authorization: `Bearer ${person.token}` };
    const reply = await request.post(path, { headers, data });
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`);
    return ((await reply.json()) as { message: Message }).message;
  };
  const { _id, date } = await post(from, "/api/dates", { ...details, receiverId: to.id });
  await post(to, `/api/dates/${_id}/agree`, { version: date?.version, time: date?.times[0] });
  return _id;
}

/** Runs SQL in the database of the run. */
async function query(sql: string, ...values: unknown[]): Promise<void> {
  const pid = readFileSync(join(process.env["SPOTTER_DATA"] ?? "", "pg", "postmaster.pid"), "utf8");
  // The fifth line of this file is the folder of the socket.
  const client = new pg.Client(connectionsTo(pid.split("\n")[4] ?? "").connection);
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** Lets a date have ended, and the job of each minute run at once. */
export async function endDate(messageId: string, minutesAgo: number): Promise<void> {
  await query(
    `update workout_dates
     set starts_at = now() - make_interval(mins => minutes + $2), times = array[now() - make_interval(mins => minutes + $2)]
     where message_id = $1`,
    messageId,
    minutesAgo,
  );
  await query("insert into jobs.job (name) values ('date-shares')");
}

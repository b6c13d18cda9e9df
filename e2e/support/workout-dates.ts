import type { APIRequestContext } from "@playwright/test";
import type { Message } from "#contract/chat/messages.ts";
import type { Member } from "./api-fixtures.ts";
import { query } from "./database.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** @returns the id of the card */
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

/** The job of each minute runs at once. */
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

/** By the job of each minute. */
export async function askAfterDate(messageId: string): Promise<void> {
  await query("update date_shares set ask_at = now() where message_id = $1 and ends_at is not null", messageId);
  await query("insert into jobs.job (name) values ('date-shares')");
}

/** The dates began three hours ago. Pages have to reload. */
export async function passDates({ id }: Member): Promise<void> {
  const began = "date_trunc('minute', now() - interval '3 hours')";
  await query(
    `update workout_dates set times = array[${began}], starts_at = ${began}, minutes = 60, remind_at = null
     where message_id in (select id from messages where sender_id = $1)`,
    id,
  );
}

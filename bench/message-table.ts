import pg from "pg";
import { OWNER } from "#server/db/embedded-roles.ts";
import { makeMessagesPlain } from "#server/testing/plain-messages.ts";
import type { Connection } from "./server.ts";

/** Conversations of each member. */
const CONVERSATIONS = 20;
/** Messages of each conversation. */
const LENGTH = 50;

const MEMBER_ID = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** A member and another one with whom they have a conversation. */
export interface Chat {
  readonly me: string;
  readonly other: string;
  readonly relationshipId: string;
}

/** Connects as the owner of the tables, without a statement timeout. */
export async function openOwner(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, user: OWNER });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * Fills a table of messages without partitions: each member has twenty conversations of fifty messages over the last year,
 * of which the last one is unread and each hundredth is an image.
 */
export async function fillMessages(connection: Connection, messages: number): Promise<void> {
  const conversations = Math.ceil(messages / LENGTH);
  const members = Math.max(50, Math.ceil((conversations * 2) / CONVERSATIONS));
  const owner = await openOwner(connection);
  try {
    await owner.query(`
      insert into members (id) select ${MEMBER_ID("n")} from generate_series(0, ${members - 1}) as n;
      insert into profiles (member_id, username, username_normalized) select id, 'm' || id, 'm' || id from members;
      insert into wallets (id, member_id) select id, id from members;
      insert into notification_preferences (member_id) select id from members;
      insert into relationships (id, member_a_id, member_b_id, a_crushed_at, b_crushed_at, matched_at,
        last_sequence, revision, run_by_a, run_length, run_last_at)
      select gen_random_uuid(), least(a, b), greatest(a, b), now(), now(), now(), ${LENGTH}, ${LENGTH}, true, 1, now()
      from (
        select ${MEMBER_ID(`nth % ${members}`)} as a, ${MEMBER_ID(`(nth + 1 + nth / ${members}) % ${members}`)} as b
        from generate_series(0, ${conversations - 1}) as nth
      ) as chats on conflict do nothing`);
  } finally {
    await owner.end();
  }
  await makeMessagesPlain({ ...connection, user: OWNER }, async (client) => {
    // In the order of their times, as members write them: those of a conversation are far from each other.
    await client.query(`
      insert into messages (id, relationship_id, sequence, revision, sender_id, client_id, kind, content, created_at, read_at,
        receipt_at, attachment_key, width, height, thumbhash)
      select uuidv7(at - now()), id, sequence, sequence, sender_id, gen_random_uuid(),
        case when is_image then 'image' else 'text' end,
        case when is_image then '' else 'How about Thursday, after leg day? ' || repeat('And more. ', (sequence % 8)::int) end,
        at, read_at, read_at, case when is_image then md5(id::text || sequence) end,
        case when is_image then 800 end, case when is_image then 600 end, case when is_image then 'thumb' end
      from (
        select id, sequence, now() - interval '365 days' * (1 - (sequence - 1 + nth / ${conversations}::float8) / ${LENGTH}.0)
            - interval '1 hour' as at,
          case when sequence % 3 = 0 then member_a_id else member_b_id end as sender_id,
          case when sequence < ${LENGTH} then now() - interval '1 hour' end as read_at,
          (nth + sequence) % 100 = 0 as is_image
        from generate_series(1, ${LENGTH}) as sequence,
          (select relationships.*, row_number() over (order by id) as nth from relationships) as numbered
        order by sequence, nth
      ) as drawn`);
  });
  const client = await openOwner(connection);
  await client.query("vacuum (analyze)").finally(() => client.end());
}

/** Some chats of the filled table. */
export async function drawChats(client: pg.Client, count: number): Promise<Chat[]> {
  const { rows } = await client.query<Chat>(
    `select member_a_id as me, member_b_id as other, id as "relationshipId" from relationships order by id limit $1`,
    [count],
  );
  return rows;
}

import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Context } from "#server/context.ts";
import { startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { createMemberRows } from "#server/domains/accounts/signup/signup.service.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { sendMessage } from "#server/domains/chat/messages/message-send.service.ts";
import { insertCrushes } from "#server/domains/crushes/crushes.repo.ts";
import { applyChange } from "#server/domains/members/profiles/profiles.service.ts";
import { OWNER } from "#server/platform/db/embedded-roles.ts";
import { COMPLETE_PROFILE } from "#server/testing/members.ts";
import { report } from "./figures.ts";
import { withServer } from "./server.ts";

/**
 * Bytes of the database for a member with six photos and a session, for a crush, for a match and for a text, with their
 * indexes, after a vacuum. Each is the growth of all tables, written by the code of requests.
 */
const MEMBERS = 2_000;
const PHOTOS = 6;
/** From each member to the next ones. */
const CRUSHES = 20;
/** Crushes of each member that are returned. */
const RETURNED = 2;
const TEXTS = 25;
const AT_ONCE = 64;
const MEMBERS_A_TRANSACTION = 50;
/** Tables that are printed by name grew by at least this share. */
const SHARE_MIN = 0.05;

/** Notifications, jobs and limits are deleted again once they are delivered, done or over. */
const PASSING = new Set(["notifications", "member_usage", "rate_limits", "job", "job_common"]);

const newMember = (name: string) => ({
  email: `${name}@example.com`,
  username: name,
  dateOfBirth: "1994-05-17",
  passwordHash: "none",
  isDemo: false,
});

type Sizes = ReadonlyMap<string, number>;

async function readSizes(client: pg.Client): Promise<Sizes> {
  await client.query("vacuum (analyze)");
  const { rows } = await client.query<{ name: string; bytes: string }>(`
    select case when relispartition then 'messages' else relname end as name, sum(pg_total_relation_size(oid)) as bytes
    from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'message_partitions', 'jobs')
    group by 1`);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Per unit of the work. */
async function measure(client: pg.Client, what: string, count: number, work: () => Promise<void>): Promise<void> {
  const before = await readSizes(client);
  await work();
  const after = await readSizes(client);
  const grown = [...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / count] as const);
  const sumOf = (isPassing: boolean) =>
    grown.filter(([name]) => PASSING.has(name) === isPassing).reduce((sum, [, bytes]) => sum + bytes, 0);
  const lasting = sumOf(false);
  const largest = grown
    .filter(([name, bytes]) => !PASSING.has(name) && bytes >= lasting * SHARE_MIN)
    .sort(([, a], [, b]) => b - a);
  report("table-sizes", what, { count, bytes: lasting, passing_bytes: sumOf(true), ...Object.fromEntries(largest) });
}

async function createMembers(ctx: Context): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < MEMBERS) {
    await ctx.transact(async (tx) => {
      for (let i = 0; i < MEMBERS_A_TRANSACTION; i++) {
        const id = await createMemberRows(ctx, tx, newMember(`member_${randomBytes(5).toString("hex")}`));
        await applyChange(ctx, tx, id, COMPLETE_PROFILE);
        await startSession(ctx, tx, { memberId: id, device: "Chrome on Android" });
        await grantBonus(tx, id, CRUSHES, "bench");
        ids.push(id);
      }
    });
  }
  return ids;
}

const insertPhotos = (client: pg.Client) =>
  client.query(
    `insert into photos (id, member_id, position, key, width, height, thumbhash, alt)
     select gen_random_uuid(), members.id, position, replace(gen_random_uuid()::text, '-', ''), 1080, 1350,
       repeat('x', 32), 'At the bar, chalk on both hands.'
     from members, generate_series(0, $1::int - 1) as position`,
    [PHOTOS],
  );

await withServer(
  async () => undefined,
  async (ctx, _, connection) => {
    const client = new pg.Client({ ...connection, user: OWNER });
    await client.connect();
    let ids: string[] = [];
    const at = (nth: number): string => ids[nth % MEMBERS] ?? "";
    const crush = (senderId: string, recipientId: string) =>
      ctx.transact((tx) =>
        insertCrushes(tx, [{ senderId, recipientId }], {
          wait: "block",
          config: { ...ctx.config, rateLimits: true },
          delays: ctx.notifications.delays,
        }),
      );
    await measure(client, "a member with six photos and a session", MEMBERS, async () => {
      ids = await createMembers(ctx);
      await insertPhotos(client);
    });
    await measure(client, "a crush", MEMBERS * CRUSHES, async () => {
      for (const nth of ids.keys()) for (let to = 1; to <= CRUSHES; to++) await crush(at(nth), at(nth + to));
    });
    await measure(client, "a crush in return, with its match", MEMBERS * RETURNED, async () => {
      for (const nth of ids.keys()) for (let to = 1; to <= RETURNED; to++) await crush(at(nth + to), at(nth));
    });
    await measure(client, "a text of 45 letters", MEMBERS * RETURNED * TEXTS, async () => {
      const sends = ids.keys().flatMap(function* (nth) {
        for (let to = 1; to <= RETURNED; to++) yield [at(nth), at(nth + to)] as const;
      });
      const matches = [...sends];
      for (let round = 0; round < TEXTS; round++) {
        const left = matches.values();
        const write = async () => {
          for (const [a, b] of left) {
            const [from, to] = round % 2 === 0 ? [a, b] : [b, a];
            const clientId = crypto.randomUUID();
            const content = "How about Thursday at six, after your leg day";
            await sendMessage(ctx, { id: from, username: "", sessionId: "" }, { receiverId: to, content, clientId });
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, write));
      }
    });
    await client.end();
  },
);

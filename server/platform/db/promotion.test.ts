import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { getMessages, sendMessage } from "#contract/chat/messages.ts";
import { browse } from "#contract/discovery/discovery.ts";
import { readConfig } from "#server/config.ts";
import { openReplica } from "#server/platform/db/connections.ts";
import type { Replica } from "#server/platform/db/replica.ts";
import { createProxiedDatabase, type DatabaseProxy } from "#server/testing/database-proxy.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { createMatch } from "#server/testing/members.ts";
import { type ReplicaPair, startReplicaPair } from "#server/testing/replica-pair.ts";
import { testApp } from "#server/testing/test-app.ts";

let pair: ReplicaPair;
let proxy: DatabaseProxy;
const app = testApp(
  {},
  {
    openDatabase: async () => {
      pair = await startReplicaPair(true);
      const database = await createProxiedDatabase(pair.primary);
      proxy = database.proxy;
      return database;
    },
    openReplica: ({ db, connection }) => {
      const addresses = { DATABASE_URL: urlOf(connection), DATABASE_REPLICA_URL: urlOf(pair.replica) };
      return openReplica(readConfig(addresses), db, pino({ level: "silent" })) as Replica;
    },
  },
);

const isReplica = () =>
  app.ctx.laggingReads(async (db) => {
    const { rows } = await sql<{ it: boolean }>`select pg_is_in_recovery() as it`.execute(db);
    return rows[0]?.it;
  });

const WRITERS = 8;

test("nothing acknowledged is lost, doubled or out of order when a synchronous replica is promoted", async () => {
  const [a, b] = await createMatch(app);
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  let isOver = false;
  /** Sends one text after the other, each until it is acknowledged, as the outbox of a device does. */
  const writing = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let i = 0; !isOver; i++) {
      const body = { receiverId: b.id, content: `${writer} ${i}`, clientId: randomUUID() };
      for (;;) {
        const { status } = await app.call(sendMessage, { body }, a.token);
        statuses.add(status);
        if (status === 201) break;
        await pause(50);
      }
      acknowledged.push(body.content);
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
  await expect.poll(isReplica).toBe(true);
  await pair.killPrimary();
  await pair.runOnReplica("select pg_promote()");
  proxy.target = pair.replica.host;
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 100);
  isOver = true;
  await Promise.all(writing);
  expect(statuses.difference(new Set([201, 503]))).toEqual(new Set());

  const stored: string[] = [];
  for (let after = 0; ; ) {
    const query = { after, limit: 100 };
    const page = (await app.call(getMessages, { params: { userId: a.id }, query }, b.token)).body.messages;
    stored.push(...page.map(({ content }) => content));
    const last = page.at(-1);
    if (!last) break;
    after = last.seq;
  }
  expect(stored.toSorted()).toEqual(acknowledged.toSorted());
  for (let writer = 0; writer < WRITERS; writer++) {
    const own = stored.filter((content) => content.startsWith(`${writer} `));
    expect(own).toEqual(own.map((_, i) => `${writer} ${i}`));
  }
  expect(await isReplica()).toBe(false);
  // Unlogged tables are empty now: the list is ranked anew, and daily counts start again.
  expect((await app.call(browse, { query: {} }, a.token)).status).toBe(200);
});

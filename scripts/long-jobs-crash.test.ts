import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getMessages } from "#contract/chat/messages.ts";
import { createDataCopyLink, deleteAccount, getDataCopy, requestDataCopy } from "#contract/member-data/member-data.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { createMatch, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { processHarness } from "#server/testing/process-harness.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { testApp } from "#server/testing/test-app.ts";

/** Kills the process that erases an account or prepares a download in the middle of its work. Another one goes on. */

const app = testApp({});
const starts = processHarness({ shared: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const PATIENT = { timeout: 40_000 };

/** Work waits at it while the test holds this advisory lock. */
const GATE = 4_712;
const GATED = {
  // In the second thousand of a long conversation.
  messages: "new.deleted_at is not null and new.sequence = 1500",
  // All parts are written, and the copy is not offered yet.
  data_copies: "new.ready_at is not null",
};

let gate: pg.Client;
beforeAll(async () => {
  gate = new pg.Client(app.database.admin);
  await gate.connect();
  await gate.query(
    `create function wait_at_gate() returns trigger language plpgsql as $$
     begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end $$`,
  );
  for (const [table, condition] of Object.entries(GATED))
    await gate.query(
      `create trigger wait_at_gate before update on ${table} for each row when (${condition}) execute function wait_at_gate()`,
    );
});
afterAll(() => gate.end());

const begin = () => {
  const settings = { DATABASE_URL: urlOf(app.database.connection), LOG_LEVEL: "silent" };
  return starts.begin(settings, "server/testing/fast-timers-app.ts");
};

/** @param ask lets the work begin @returns a second process, after the first one was killed at the gate */
async function killAtGate(ask: () => Promise<unknown>, look: () => Promise<void>) {
  await gate.query(`select pg_advisory_lock(${GATE})`);
  const first = begin();
  await first.ready();
  await ask();
  const waiting = () => query("select from pg_locks where locktype = 'advisory' and objid = $1 and not granted", GATE);
  await expect.poll(waiting, PATIENT).toHaveLength(1);
  first.process.kill("SIGKILL");
  await first.ended;
  await look();
  await gate.query("select pg_advisory_unlock_all()");
  const second = begin();
  await second.ready();
  return second;
}

async function writeMany(me: TestMember, other: TestMember, many: number): Promise<void> {
  const pair = "member_a_id = least($1::uuid, $2) and member_b_id = greatest($1::uuid, $2)";
  await query(`update relationships set last_sequence = $3, revision = $3 where ${pair}`, me.id, other.id, many);
  await query(
    `insert into messages (id, relationship_id, sequence, revision, sender_id, content)
     select gen_random_uuid(), relationships.id, nth, nth, $1, 'Text ' || nth
     from relationships, generate_series(1, $3::int) as nth where ${pair}`,
    me.id,
    other.id,
    many,
  );
}

test("an erasure goes on where it was when its process is killed", async () => {
  const [me, other] = await createMatch(app);
  await writeMany(me, other, 2500);
  const erased = async () =>
    (await query("select from messages where sender_id = $1 and deleted_at is not null", me.id)).length;
  const pending = () => query("select from erasures where member_id = $1", me.id);
  const { process, ended } = await killAtGate(
    () => app.call(deleteAccount, { body: { password: PASSWORD } }, me.token),
    async () => {
      expect(await pending()).toHaveLength(1);
      expect(await erased()).toBe(1000);
      const thread = await app.call(getMessages, { params: { userId: me.id }, query: {} }, other.token);
      expect(thread.body.code).toBe("member_deleted");
    },
  );
  await expect.poll(pending, PATIENT).toEqual([]);
  expect(await erased()).toBe(2500);
  const revisions = await query("select distinct revision from messages where sender_id = $1", me.id);
  expect(revisions).toHaveLength(2500);
  const thread = await app.call(getMessages, { params: { userId: me.id }, query: {} }, other.token);
  expect([thread.status, thread.body.messages]).toEqual([200, []]);
  process.kill("SIGKILL");
  await ended;
});

test("a killed preparation of a download begins anew, offers no half of a file and leaves none", async () => {
  const [me, other] = await createMatch(app);
  await writeMany(me, other, 50);
  const read = async () => (await app.call(getDataCopy, {}, me.token)).body.copy;
  const files = () => readdirSync(join(starts.path, "photos", "exports")).sort();
  let half: string[] = [];
  const second = await killAtGate(
    () => app.call(requestDataCopy, { body: { password: PASSWORD } }, me.token),
    async () => {
      half = files();
      expect(half).not.toEqual([]);
      expect(await read()).toMatchObject({ state: "preparing", bytes: null });
      expect((await app.call(createDataCopyLink, {}, me.token)).status).toBe(404);
    },
  );
  await expect.poll(read, PATIENT).toMatchObject({ state: "ready", percent: 100, bytes: expect.any(Number) });
  const { url } = (await app.call(createDataCopyLink, {}, me.token)).body;
  // The process has the files.
  const reply = await fetch((await second.ready()) + url);
  const zip = await readZip(Buffer.from(await reply.arrayBuffer()));
  const conversation = [...zip].find(([name]) => name.startsWith("conversations/"))?.[1];
  expect(JSON.parse(String(conversation)).messages).toHaveLength(50);
  await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "cleanup", {}));
  await expect.poll(() => files().filter((name) => half.includes(name)), PATIENT).toEqual([]);
  expect(files()).not.toEqual([]);
  second.process.kill("SIGKILL");
  await second.ended;
});

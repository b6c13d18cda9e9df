import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { updateProfile } from "#contract/members/profiles.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import { createReplica, type Replica } from "#server/platform/db/replica.ts";
import { createCompleteMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { type NetworkLine, startNetworkLine } from "#server/testing/network-line.ts";
import { type ReplicaPair, startReplicaPair } from "#server/testing/replica-pair.ts";
import { testApp } from "#server/testing/test-app.ts";

let pair: ReplicaPair;
const open = (onLost: (error: Error) => void) => openDatabase(pair.replica, onLost, { isReplica: true });
const log = pino({ level: "silent" });

const app = testApp(
  {},
  {
    openDatabase: async () => {
      pair = await startReplicaPair(false);
      return pair.primary;
    },
    openReplica: ({ db }) => createReplica(db, open, log, 60_000),
  },
);

describe("with a streaming replica that is behind", () => {
  const write = (bio: string, { token }: TestMember) => app.call(updateProfile, { body: { bio } }, token);
  const read = async (viewer: TestMember, { id }: TestMember, cookie = "") => {
    const { status, body } = await app.call(getMember, { params: { userId: id } }, viewer.token, { cookie });
    return status === 200 ? body.user.profile.bio : status;
  };
  const cookieOf = (headers: Headers): string => {
    const set = headers.get("set-cookie") ?? "";
    const [, cookie = ""] =
      /^(spotter_written=[\w-]{22}); Path=\/api; Max-Age=60; HttpOnly; SameSite=Strict$/.exec(set) ?? [];
    return cookie;
  };
  const replay = (what: "pause" | "resume") => pair.runOnReplica(`select pg_wal_replay_${what}()`);

  test("who has written sees it, and others what was before", async () => {
    const [writer, viewer] = [await createCompleteMember(app), await createCompleteMember(app)];
    await write("Before", writer);
    await expect.poll(() => read(viewer, writer)).toBe("Before");
    // The replica answers by now.
    await expect
      .poll(() => app.ctx.laggingReads((db) => sql`select pg_is_in_recovery() as it`.execute(db)))
      .toMatchObject({
        rows: [{ it: true }],
      });
    await replay("pause");
    const { headers } = await write("After", writer);
    const cookie = cookieOf(headers);
    expect(await read(viewer, writer)).toBe("Before");
    expect(await read(viewer, writer, "spotter_written=AAAAAAAAAAAAAAAAAAAAAA")).toBe("Before");
    expect(await read(viewer, writer, `spotter_device=x; ${cookie}`)).toBe("After");
    expect(await read(writer, writer)).toBe("After");
    await replay("resume");
    await expect.poll(() => read(viewer, writer)).toBe("After");
    // Reads have no cookie.
    const { headers: unchanged } = await app.call(getMember, { params: { userId: writer.id } }, viewer.token);
    expect(unchanged.get("set-cookie")).toBeNull();
  });

  test("a new member is seen, and a deleted one is not", async () => {
    const [leaving, viewer] = [await createCompleteMember(app), await createCompleteMember(app)];
    await write("Still here", leaving);
    await expect.poll(() => read(viewer, leaving)).toBe("Still here");
    await replay("pause");
    await app.call(deleteAccount, { body: { password: PASSWORD } }, leaving.token);
    expect(await read(viewer, leaving)).toBe(404);
    const { profiles } = (await app.call(browse, { query: {} }, viewer.token)).body;
    expect(profiles.map(({ id }) => id)).not.toContain(leaving.id);
    const [joined, other] = [await createCompleteMember(app), await createCompleteMember(app)];
    const cookie = cookieOf((await write("New here", joined)).headers);
    // The first page ranks on the primary. The cards of the second one are not on the replica yet.
    const first = await app.call(browse, { query: { limit: 1 } }, viewer.token, { cookie });
    const second = await app.call(browse, { query: { cursor: first.body.nextCursor ?? "" } }, viewer.token);
    const listed = [...first.body.profiles, ...second.body.profiles].map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining([joined.id, other.id]));
    expect(await read(viewer, joined)).toBe("New here");
    await replay("resume");
  });

  test("a read that fails there is repeated on the primary", async () => {
    const answered: boolean[] = [];
    const places = await app.ctx.laggingReads(async (db) => {
      const { rows } = await sql<{ it: boolean }>`select pg_is_in_recovery() as it`.execute(db);
      answered.push(rows[0]?.it === true);
      // Only the primary has this table in its memory.
      await sql`select from search_results`.execute(db);
      return answered.length;
    });
    expect([places, answered]).toEqual([2, [true, false]]);
  });
});

describe("a replica that goes silent", () => {
  let line: NetworkLine;
  beforeAll(async () => {
    line = await startNetworkLine({ path: `${pair.replica.host}/.s.PGSQL.5432` });
  });
  afterAll(() => line.close());

  /** @returns the read during the silence, and how to read again */
  async function silence(settings: pg.PoolConfig) {
    const there = { ...pair.replica, host: "127.0.0.1", port: line.port, ...settings };
    const replica = createReplica(app.ctx.db, (onLost) => openDatabase(there, onLost, { isReplica: true }), log);
    replica.start();
    const isReplica = async () =>
      (await replica.readsAt(0)((db) => sql<{ it: boolean }>`select pg_is_in_recovery() as it`.execute(db))).rows[0]
        ?.it;
    await expect.poll(isReplica).toBe(true);
    line.isSilent = true;
    return { replica, isReplica, pending: isReplica() };
  }

  test("has its reads repeated on the primary", async () => {
    const { replica, pending } = await silence({});
    expect(await Promise.race([pending, pause(10_000, "no answer")])).toBe(false);
    line.isSilent = false;
    await replica.stop();
  });

  test("is used again by new connections, once those without an answer were closed", async () => {
    const { replica, isReplica, pending } = await silence({ max: 1, query_timeout: 1_000 });
    expect(await pending).toBe(false);
    line.forget();
    await expect.poll(isReplica).toBe(true);
    await replica.stop();
  });
});

test("a replica that has gone further than a new primary, and so cannot follow it, is not used", async () => {
  // A copy of the same cluster stands for a replica that was promoted although it had less.
  const promoted = await startReplicaPair(false);
  const lines: unknown[] = [];
  const loud = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).reason) });
  const replica = createReplica(promoted.primary.db, open, loud);
  replica.start();
  await expect.poll(() => lines).toContain("ahead");
  expect(await replica.readsAt(0)(async (db) => db === promoted.primary.db)).toBe(true);
  await replica.stop();
  await promoted.primary.drop();
});

describe("a replica that is not fresh enough", () => {
  let strict: Replica;
  afterAll(() => strict.stop());

  const isReplica = async () =>
    (await strict.readsAt(0)((db) => sql<{ it: boolean }>`select pg_is_in_recovery() as it`.execute(db))).rows[0]?.it;

  test("is not used beyond its lag, and once it was promoted", async () => {
    const lines: string[] = [];
    const loud = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    strict = createReplica(app.ctx.db, open, loud, 2_500);
    // Not checked yet.
    expect(await isReplica()).toBe(false);
    strict.start();
    await expect.poll(isReplica).toBe(true);
    await pair.runOnReplica("select pg_wal_replay_pause()");
    await createCompleteMember(app);
    expect(await isReplica()).toBe(true);
    await expect.poll(() => lines.length).toBe(2);
    expect(await isReplica()).toBe(false);
    await pair.runOnReplica("select pg_wal_replay_resume()");
    await expect.poll(isReplica).toBe(true);
    await pair.runOnReplica("select pg_promote()");
    await expect.poll(() => lines.length).toBe(4);
    const [used, unused] = ["replica: used for reads", "replica: not used for reads"];
    expect(lines).toEqual([used, unused, used, unused]);
    const member = await createCompleteMember(app);
    expect((await app.call(getMember, { params: { userId: member.id } }, member.token)).status).toBe(200);
  });
});

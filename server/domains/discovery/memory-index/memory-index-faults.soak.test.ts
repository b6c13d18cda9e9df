import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { browse } from "#contract/discovery/discovery.ts";
import {
  createDiscoveryIndex,
  type DiscoveryIndex,
  type DiscoveryIndexOptions,
} from "#server/domains/discovery/memory-index/memory-index.service.ts";
import { searchOf } from "#server/domains/discovery/search/discovery.policy.ts";
import { rankMembers } from "#server/domains/discovery/search/discovery.queries.ts";
import { presentSearchPreferences } from "#server/domains/discovery/search/search-preferences.service.ts";
import { findKnown, findSearcher } from "#server/domains/discovery/search/searcher.queries.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { createBulkMembers, newToken } from "#server/testing/members.ts";
import { startSpotter } from "#server/testing/spotter-process.ts";
import { testApp } from "#server/testing/test-app.ts";

const MEMBERS = 120;
const LOG = pino({ level: "silent" });
const app = testApp({}, { sharedWith: "others" });

const createMembers = (count: number) =>
  createBulkMembers(
    app,
    Array.from({ length: count }, () => ({})),
  );

async function rankBySql(viewerId: string) {
  const { viewer, preferences } = await findSearcher(app.ctx.db, viewerId);
  const known = await findKnown(app.ctx.db, viewerId);
  const search = searchOf(viewerId, viewer, presentSearchPreferences(preferences, viewer.effective_age));
  const { rows } = await sql<{ member_id: string }>`${rankMembers(search, known)}`.execute(app.ctx.db);
  return { search, known, ids: rows.map(({ member_id }) => member_id) };
}

async function expectSameRanking(index: DiscoveryIndex, viewerId: string): Promise<void> {
  const { search, known, ids } = await rankBySql(viewerId);
  expect(await index.rank(search, known)).toEqual(ids);
}

const setIdle = (days: number) =>
  app.database.pool.query(
    "update search_index set active_on = active_on - $1::int where member_id in (select member_id from search_index order by random() limit 50)",
    [days],
  );

/** A socket in front of the database's that can stop passing data, as a network that fails without closing. */
async function startProxy(host: string) {
  const folder = mkdtempSync(join(tmpdir(), "spotter-proxy-"));
  const file = ".s.PGSQL.5432";
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    const upstream = createConnection(join(host, file));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      from.pipe(to);
      if (isCut) from.pause();
    }
  });
  server.listen(join(folder, file));
  await once(server, "listening");
  return {
    host: folder,
    setCut(cut: boolean) {
      isCut = cut;
      for (const socket of sockets) socket[cut ? "pause" : "resume"]();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function startIndex(host: string, options: DiscoveryIndexOptions, log = LOG): DiscoveryIndex {
  const database = openDatabase({ ...app.database.connection, host }, () => undefined);
  const index = createDiscoveryIndex(database.db, log, { membersMin: 1, freshMs: 0, ...options });
  onTestFinished(async () => {
    await index.stop();
    await database.close();
  });
  return index;
}

describe("an index in memory", () => {
  test("of two processes agrees after one was cut off from the database", { timeout: 60_000 }, async () => {
    const [viewer] = await createMembers(MEMBERS);
    if (!viewer) throw new Error("nobody there");
    const proxy = await startProxy(app.database.connection.host);
    onTestFinished(proxy.close);
    const [one, other] = [startIndex(app.database.connection.host, {}), startIndex(proxy.host, {})];
    expect(await Promise.all([one.build(), other.build()])).toEqual([true, true]);
    await expectSameRanking(other, viewer.id);
    proxy.setCut(true);
    await setIdle(3);
    await app.database.pool.query(
      "delete from search_index where member_id in (select member_id from search_index limit 5)",
    );
    const { search, known } = await rankBySql(viewer.id);
    // It does not answer from what it knew before.
    expect(await other.rank(search, known)).toBeUndefined();
    await expectSameRanking(one, viewer.id);
    proxy.setCut(false);
    await expectSameRanking(other, viewer.id);
  });

  test("sees a transaction that commits after others that began later", async () => {
    const [viewer, slow, fast] = await createMembers(3);
    if (!viewer || !slow || !fast) throw new Error("nobody there");
    const index = startIndex(app.database.connection.host, {});
    await index.build();
    const late = await app.database.pool.connect();
    const exclude = "delete from search_index where member_id = $1";
    await late.query("begin");
    await late.query(exclude, [slow.id]);
    await app.database.pool.query(exclude, [fast.id]);
    await expectSameRanking(index, viewer.id);
    await late.query("commit");
    late.release();
    await expectSameRanking(index, viewer.id);
    const { ids } = await rankBySql(viewer.id);
    expect(ids).not.toContain(slow.id);
  });

  test("is built again after too many changes at once, and after too many members were added", async () => {
    const [viewer] = await createMembers(60);
    if (!viewer) throw new Error("nobody there");
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const builds = () => lines.filter((line) => line.includes("discovery index: built")).length;
    const index = startIndex(app.database.connection.host, { recentMax: 4 }, log);
    index.start();
    await vi.waitFor(() => expect(builds()).toBe(1), 10_000);
    await setIdle(1);
    const { search, known } = await rankBySql(viewer.id);
    // The database ranks until then.
    expect(await index.rank(search, known)).toBeUndefined();
    await vi.waitFor(() => expect(builds()).toBe(2), 10_000);
    await expectSameRanking(index, viewer.id);
    await createMembers(5);
    await expectSameRanking(index, viewer.id);
    await vi.waitFor(() => expect(builds()).toBe(3), 10_000);
    await expectSameRanking(index, viewer.id);
  }, 60_000);

  test("is built again after its thread ended, and the database ranks until then", { timeout: 30_000 }, async () => {
    const [viewer] = await createMembers(20);
    if (!viewer) throw new Error("nobody there");
    const threads: Worker[] = [];
    const remember = (thread: Worker) => threads.push(thread);
    process.on("worker", remember);
    onTestFinished(() => void process.off("worker", remember));
    const index = startIndex(app.database.connection.host, {});
    index.start();
    const { search, known, ids } = await rankBySql(viewer.id);
    await vi.waitFor(async () => expect(await index.rank(search, known)).toEqual(ids), 10_000);
    await threads[0]?.terminate();
    expect(await index.rank(search, known)).toBeUndefined();
    await vi.waitFor(async () => expect(await index.rank(search, known)).toEqual(ids), 15_000);
    expect(threads).toHaveLength(2);
  });

  test("is right after its process was killed during the build and during changes", { timeout: 90_000 }, async () => {
    const [viewer] = await createMembers(1);
    if (!viewer) throw new Error("nobody there");
    const token = await newToken(app, viewer);
    const settings = {
      DATABASE_URL: urlOf(app.database.connection),
      TEST_INDEXED_MEMBERS_MIN: "1",
      LOG_LEVEL: "info",
    };
    const start = async () => {
      const spotter = startSpotter(app.ctx.config.dataDir, settings, "server/testing/fast-timers-app.ts");
      onTestFinished(() => void spotter.process.kill("SIGKILL"));
      return { ...spotter, address: await spotter.ready() };
    };
    const kill = async ({ process, ended }: Awaited<ReturnType<typeof start>>) => {
      process.kill("SIGKILL");
      await ended;
    };
    await kill(await start());
    const second = await start();
    await vi.waitFor(() => expect(second.output()).toContain("discovery index: built"), 20_000);
    const changing = (async () => {
      for (let i = 0; i < 20; i++) await setIdle(1);
    })();
    await pause(20);
    await kill(second);
    await changing;
    const third = await start();
    await vi.waitFor(() => expect(third.output()).toContain("discovery index: built"), 20_000);
    await setIdle(2);
    // Changes are read half a second later at most.
    await pause(600);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${third.address}${browse.path}?limit=100`, { headers });
    const { profiles } = (await answer.json()) as { profiles: { id: string }[] };
    const { ids } = await rankBySql(viewer.id);
    expect(profiles.map(({ id }) => id)).toEqual(ids.slice(0, 100));
    const metrics = await fetch(`${third.address}/metrics`).then((response) => response.text());
    expect(metrics).toContain('spotter_rankings_total{by="memory"} 1');
    await kill(third);
  });
});

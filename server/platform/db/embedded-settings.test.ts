import { expect, test } from "vitest";
import { fitToMachine } from "#server/platform/db/embedded-settings.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

const GB = 2 ** 30;

test.each([
  { memory: 1, disk: 20, shared: "128MB", cached: "512MB", log: "1024MB" },
  { memory: 0.5, disk: 8, shared: "128MB", cached: "256MB", log: "1024MB" },
  { memory: 4, disk: 40, shared: "768MB", cached: "2048MB", log: "2048MB" },
  { memory: 64, disk: 1000, shared: "2048MB", cached: "32768MB", log: "4096MB" },
])("a machine with $memory GB of memory and $disk GB of disk", ({ memory, disk, shared, cached, log }) => {
  expect(fitToMachine({ memory: memory * GB, disk: disk * GB })).toMatchObject({
    shared_buffers: shared,
    effective_cache_size: cached,
    max_wal_size: log,
  });
});

test("tables whose rows change often have room for the next versions, and are vacuumed early", async () => {
  const database = await createTestDatabase();
  const { rows } = await database.pool.query<{ name: string; options: string[] }>(
    "select relname as name, reloptions as options from pg_class where relkind = 'r' and reloptions is not null",
  );
  await database.drop();
  const optionsOf = new Map(rows.map(({ name, options }) => [name, options]));
  for (const table of ["relationships", "sessions", "members", "wallets", "search_index"])
    expect(optionsOf.get(table), table).toEqual(["fillfactor=85", "autovacuum_vacuum_scale_factor=0.05"]);
  const partitions = rows.filter(({ name }) => /^messages_\d+$/.test(name));
  expect(partitions.map(({ options }) => options)).toEqual(Array(32).fill(["autovacuum_vacuum_scale_factor=0.02"]));
});

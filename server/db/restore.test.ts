import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeBackup } from "#server/db/backup.ts";
import { inOrder, type Table } from "#server/db/backup-tables.ts";
import { verifyBackup } from "#server/db/restore.ts";
import { restore } from "#server/operator/restoring.ts";
import { backups, filesIn } from "#server/testing/backups.ts";
import { makeTestDatabase, urlOf } from "#server/testing/database.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "a test" };
const { at, live, backUp, config } = backups(app);

/** A database of one's own, without a schema. */
async function makeEmptyDatabase() {
  const made = await makeTestDatabase();
  const { pool, drop } = made;
  await pool.query("drop schema public cascade; create schema public; drop schema jobs cascade");
  return { pool, drop, url: urlOf(made.connection) };
}

describe("a restore", () => {
  test("into a folder gives back all: a second backup of it is the same, but for what is noted of it", async () => {
    await live();
    const first = await backUp();
    await restore(config(), BY, at("backup"));
    const { url, drop } = await makeEmptyDatabase();
    // The same once more, into a database of one's own.
    await restore({ ...config(url), dataDir: at("other") }, BY, at("backup"));
    const second = await writeBackup({ connectionString: url }, app.ctx.photos, at("again"));
    const { audit_log: log, ...tables } = second.tables;
    const { audit_log: logBefore, ...tablesBefore } = first.tables;
    expect(tables).toEqual(tablesBefore);
    expect(log?.rows).toBe((logBefore?.rows ?? 0) + 1);
    expect(second.photos).toEqual(first.photos);
    expect(second.jobs).toEqual(first.jobs);
    for (const name of ["data", "other"]) {
      const files = filesIn(at(name, "photos")).sort();
      expect(files).toEqual(filesIn(at("backup", "photos")).sort());
    }
    expect(readdirSync(at()).sort()).toEqual(["again", "backup", "data", "other"]);
    await drop();
  }, 60_000);

  test("of what is damaged is refused, whatever it is, and makes nothing", async () => {
    await live();
    await backUp();
    const folder = at("backup");
    const photo = filesIn(join(folder, "photos"))[0] ?? "";
    for (const name of ["tables/messages.copy", "jobs.json", "photos.sha256", `photos/${photo}`]) {
      const whole = readFileSync(join(folder, name));
      appendFileSync(join(folder, name), "x");
      await expect(restore(config(), BY, folder)).rejects.toThrow(`The backup is damaged: ${name}`);
      writeFileSync(join(folder, name), whole);
    }
    await verifyBackup(folder);
    const manifest = readFileSync(join(folder, "manifest.json"));
    for (const torn of [manifest.subarray(0, 300), "{}", "null"]) {
      writeFileSync(join(folder, "manifest.json"), torn);
      await expect(restore(config(), BY, folder)).rejects.toThrow("The backup is damaged: manifest.json");
    }
    writeFileSync(join(folder, "manifest.json"), manifest);
    rmSync(join(folder, "photos", photo));
    await expect(restore(config(), BY, folder)).rejects.toThrow("The backup is damaged");
    expect(readdirSync(at())).toEqual(["backup"]);
  });

  test("into what is not empty is refused, and what is there stays", async () => {
    await live();
    await backUp();
    mkdirSync(at("data"));
    writeFileSync(at("data", "note.txt"), "mine");
    await expect(restore(config(), BY, at("backup"))).rejects.toThrow("data is not empty");
    expect(readFileSync(at("data", "note.txt"), "utf8")).toBe("mine");
    const elsewhere = { ...config(urlOf(app.database.connection)), dataDir: at("elsewhere") };
    await expect(restore(elsewhere, BY, at("backup"))).rejects.toThrow("is not empty");
    expect((await app.database.pool.query("select 1 from members limit 1")).rowCount).toBe(1);
  });

  test("beside another one, or that is stopped, takes nothing away", async () => {
    await live();
    await backUp();
    const { url, pool, drop } = await makeEmptyDatabase();
    const folder = at("backup");
    const tries = await Promise.allSettled([1, 2].map(() => restore(config(url), BY, folder)));
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { tables } = await verifyBackup(folder);
    expect((await pool.query("select 1 from members")).rowCount).toBe(tables["members"]?.rows);
    expect(filesIn(at("data", "photos")).sort()).toEqual(filesIn(join(folder, "photos")).sort());
    await drop();
    const stopping = new AbortController();
    const into = { ...config(), dataDir: at("stopped") };
    const stopped = restore(into, BY, folder, stopping.signal);
    await expect.poll(() => readdirSync(at()).some((name) => name.startsWith("stopped.restoring"))).toBe(true);
    stopping.abort();
    await expect(stopped).rejects.toThrow();
    expect(readdirSync(at()).sort()).toEqual(["backup", "data"]);
  }, 60_000);

  test("that fails in the middle leaves a database as empty as it was", async () => {
    await live();
    await backUp();
    const { url, pool, drop } = await makeEmptyDatabase();
    const folder = at("backup");
    // Right by its sums, and wrong all the same: an entry that no wallet has room for.
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    manifest.tables.wallets = { ...manifest.tables.wallets, columns: ["id", "balance", "member_id"] };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
    const target = { ...config(url), dataDir: at("elsewhere") };
    await expect(restore(target, BY, folder)).rejects.toThrow();
    const { rows } = await pool.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
    expect(rows).toEqual([]);
    expect(filesIn(at("elsewhere"))).toEqual([]);
    manifest.migrations = ["0001-other"];
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
    await expect(restore(target, BY, folder)).rejects.toThrow("a version that this one does not know");
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ ...manifest, format: 2 }));
    await expect(restore(target, BY, folder)).rejects.toThrow("another format");
    await drop();
  }, 60_000);

  test("puts tables in behind those that they refer to", () => {
    const table = (name: string, ...refersTo: string[]): Table => ({ name, refersTo, columns: [], order: [] });
    const given = [table("c", "b", "a"), table("a"), table("b", "a")];
    expect(inOrder(given).map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(() => inOrder([table("a", "b"), table("b", "a")])).toThrow("refer to each other: a, b");
  });
});

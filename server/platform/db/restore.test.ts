import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { restore } from "#server/cli/restore.ts";
import { createFolderPhotoStore } from "#server/platform/adapters/photo-store.ts";
import { writeBackup } from "#server/platform/db/backup.ts";
import { createDecryptor } from "#server/platform/db/backup-encryption.ts";
import { type Manifest, readManifest, sha256, writeManifest } from "#server/platform/db/backup-format.ts";
import { readSigner, readTrustedKeys } from "#server/platform/db/backup-signature.ts";
import { sortByReferences, type Table } from "#server/platform/db/backup-tables.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import { installJobs } from "#server/platform/db/job-schema.ts";
import { listMigrations, migrateTo } from "#server/platform/db/migrate.ts";
import { verifyBackup } from "#server/platform/db/restore.ts";
import { backups, filesIn, makeEmptyDatabase, makeRecipient } from "#server/testing/backup-harness.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "a test" };
const { at, live, backUp, config } = backups(app);

describe("a restore", () => {
  test("is complete: a second backup is identical except for its metadata", async () => {
    await live();
    const first = await backUp();
    await restore(config(), BY, at("backup"));
    const { urls, drop } = await makeEmptyDatabase();
    // Restores again, into a separate database.
    await restore({ ...config(urls), dataDir: at("other") }, BY, at("backup"));
    const second = await writeBackup({ connectionString: urls.databaseUrl }, app.ctx.photos, at("again"));
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

  test("rejects damaged data in any file, and creates nothing", async () => {
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

  test("rejects a target that is not empty, and changes nothing", async () => {
    await live();
    await backUp();
    mkdirSync(at("data"));
    writeFileSync(at("data", "note.txt"), "mine");
    await expect(restore(config(), BY, at("backup"))).rejects.toThrow("data is not empty");
    expect(readFileSync(at("data", "note.txt"), "utf8")).toBe("mine");
    const elsewhere = { ...config({ databaseUrl: urlOf(app.database.connection) }), dataDir: at("elsewhere") };
    await expect(restore(elsewhere, BY, at("backup"))).rejects.toThrow("is not empty");
    expect((await app.database.pool.query("select 1 from members limit 1")).rowCount).toBe(1);
  });

  test("that is concurrent or aborted deletes no data of another restore", async () => {
    await live();
    await backUp();
    const { urls, pool, drop } = await makeEmptyDatabase();
    const folder = at("backup");
    const tries = await Promise.allSettled([1, 2].map(() => restore(config(urls), BY, folder)));
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { tables } = await verifyBackup(folder);
    expect((await pool.query("select 1 from members")).rowCount).toBe(tables["members"]?.rows);
    expect(filesIn(at("data", "photos")).sort()).toEqual(filesIn(join(folder, "photos")).sort());
    await drop();
    const stopping = new AbortController();
    const into = { ...config(), dataDir: at("stopped") };
    const stopped = restore(into, BY, folder, { signal: stopping.signal });
    await expect.poll(() => readdirSync(at()).some((name) => name.startsWith("stopped.restoring"))).toBe(true);
    stopping.abort();
    await expect(stopped).rejects.toThrow();
    expect(readdirSync(at()).sort()).toEqual(["backup", "data"]);
  }, 60_000);

  test("that fails halfway leaves the database empty", async () => {
    await live();
    await backUp();
    const { urls, pool, drop } = await makeEmptyDatabase();
    const folder = at("backup");
    // The checksums are valid, but swapped columns make the insert fail.
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    manifest.tables.wallets = { ...manifest.tables.wallets, columns: ["id", "balance", "member_id"] };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
    const target = { ...config(urls), dataDir: at("elsewhere") };
    await expect(restore(target, BY, folder)).rejects.toThrow();
    const { rows } = await pool.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
    expect(rows).toEqual([]);
    expect(filesIn(at("elsewhere"))).toEqual([]);
    manifest.migrations = ["0001-other"];
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
    await expect(restore(target, BY, folder)).rejects.toThrow("unknown schema");
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ ...manifest, format: 2 }));
    await expect(restore(target, BY, folder)).rejects.toThrow("unknown format");
    await drop();
  }, 60_000);

  test("of an encrypted backup requires the private key, and is identical", async () => {
    await live();
    const { recipient, identity } = await makeRecipient();
    const first = await backUp("backup", { recipients: [recipient] });
    const folder = at("backup");
    await expect(restore(config(), BY, folder)).rejects.toThrow(
      "Specify the file of its private key with `--identity`",
    );
    writeFileSync(at("key.txt"), identity);
    writeFileSync(at("other.txt"), (await makeRecipient()).identity);
    await expect(restore(config(), BY, folder, { decrypt: await createDecryptor(at("other.txt")) })).rejects.toThrow(
      `cannot be decrypted with ${at("other.txt")}`,
    );
    expect(existsSync(at("data"))).toBe(false);
    await expect(createDecryptor(join(folder, "manifest.json"))).rejects.toThrow("No private key");
    const { urls, drop } = await makeEmptyDatabase();
    await restore(config(urls), BY, folder, { decrypt: await createDecryptor(at("key.txt")) });
    const photos = createFolderPhotoStore(at("data", "photos"));
    const second = await writeBackup({ connectionString: urls.databaseUrl }, photos, at("again"));
    const contents = ({ tables }: Manifest) =>
      Object.entries(tables).map(([name, { rows, sha256 }]) => [
        name,
        name === "audit_log" ? 0 : rows,
        name === "audit_log" ? "" : sha256,
      ]);
    expect(contents(second)).toEqual(contents(first));
    expect(second.photos.rows).toBe(first.photos.rows);
    await drop();
  }, 60_000);

  test("rejects a backup that another key signed or someone modified, if trusted keys are given", async () => {
    await live();
    const mine = readSigner(at("mine"));
    await backUp("backup", { signer: mine });
    const folder = at("backup");
    const trusted = readTrustedKeys(mine.publicKey);
    await verifyBackup(folder, undefined, trusted);
    // Valid checksums: only the signature reveals the change.
    const file = join(folder, "tables/ledger_entries.copy");
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const forged = `${lines.map((line) => line.replace("\t5\t", "\t500\t")).join("\n")}\n`;
    writeFileSync(file, forged);
    const manifest = await readManifest(folder);
    const ledger = manifest.tables["ledger_entries"];
    if (ledger) ledger.sha256 = sha256(forged);
    await writeManifest(folder, manifest, undefined);
    await verifyBackup(folder);
    await expect(restore(config(), BY, folder, { trusted })).rejects.toThrow("not signed by a trusted key");
    await writeManifest(folder, manifest, readSigner(at("others")));
    await expect(restore(config(), BY, folder, { trusted })).rejects.toThrow("not signed by a trusted key");
    rmSync(join(folder, "manifest.sig"));
    await expect(restore(config(), BY, folder, { trusted })).rejects.toThrow("The backup is not signed");
    expect(existsSync(at("data"))).toBe(false);
    writeFileSync(at("trusted.txt"), `# two\n${readSigner(at("others")).publicKey}\n${mine.publicKey}\n`);
    expect(readTrustedKeys(at("trusted.txt"))).toEqual([readSigner(at("others")).publicKey, mine.publicKey]);
    expect(() => readTrustedKeys(file)).toThrow("is neither a public key");
    expect(statSync(at("mine", "backup.key")).mode & 0o777).toBe(0o600);
  });

  test("of a backup of an earlier release migrates it, and leaves out a table that is excluded by now", async () => {
    const [earlier, target] = [await makeEmptyDatabase(), await makeEmptyDatabase()];
    const connection = { connectionString: earlier.urls.databaseOwnerUrl };
    const owner = openDatabase(connection, () => undefined);
    await migrateTo(owner.db, listMigrations().slice(0, -1));
    await installJobs(owner.pool, pino({ level: "silent" }));
    await owner.pool.query("insert into members (id) values (gen_random_uuid())");
    await owner.close();
    const folder = at("backup");
    const manifest = await writeBackup(connection, app.ctx.photos, folder);
    const sessions = { columns: ["token_hash", "member_id"], rows: 1, sha256: sha256("x\n") };
    writeFileSync(join(folder, "tables/sessions.copy"), "x\n");
    await writeManifest(folder, { ...manifest, tables: { ...manifest.tables, sessions } }, undefined);
    await restore(config(target.urls), BY, folder);
    expect((await target.pool.query("select from members")).rowCount).toBe(1);
    expect((await target.pool.query("select from sessions")).rowCount).toBe(0);
    const { rows } = await target.pool.query("select name from kysely_migration order by name");
    expect(rows.map(({ name }) => name)).toEqual(listMigrations());
    for (const { drop } of [earlier, target]) await drop();
  }, 60_000);

  test("inserts tables after those they reference", () => {
    const table = (name: string, ...refersTo: string[]): Table => ({ name, refersTo, columns: [], order: [] });
    const given = [table("c", "b", "a"), table("a"), table("b", "a")];
    expect(sortByReferences(given).map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(() => sortByReferences([table("a", "b"), table("b", "a")])).toThrow("reference each other: a, b");
  });
});

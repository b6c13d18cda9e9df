import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { sendMessage } from "#contract/chat/messages.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { removePhoto } from "#contract/members/profiles.ts";
import { restore } from "#server/cli/restore.ts";
import { purgePendingUploads } from "#server/domains/members/photos/photos.service.ts";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import { writeBackup } from "#server/platform/db/backup.ts";
import { EXCLUDED_TABLES, findTables, openCopyConnection } from "#server/platform/db/backup-tables.ts";
import { IMAGE_KEY_COLUMNS } from "#server/platform/db/image-keys.ts";
import { verifyBackup } from "#server/platform/db/restore.ts";
import { backups, filesIn, makeRecipient } from "#server/testing/backup-harness.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { createMember, PASSWORD } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "a test" };
async function listTables() {
  const client = await openCopyConnection(app.database.connection);
  return findTables(client).finally(() => client.end());
}

const { at, addPhoto, live, backUp, config } = backups(app);

describe("backups", () => {
  test("are readable by the owner only, and contain pending jobs and all image files", async () => {
    await live();
    const manifest = await backUp();
    const folder = at("backup");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const file of filesIn(folder)) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
    await purgePendingUploads(app.ctx);
    const stored = filesIn(join(app.ctx.config.dataDir, "photos")).sort();
    expect(filesIn(join(folder, "photos")).sort()).toEqual(stored);
    for (const file of stored)
      expect(
        readFileSync(join(folder, "photos", file)).equals(readFileSync(join(app.ctx.config.dataDir, "photos", file))),
      ).toBe(true);
    expect(readFileSync(join(folder, "jobs.json"), "utf8")).toContain('"email-password-reset"');
    expect(manifest.photos.rows).toBe(stored.length);
    expect(readdirSync(at())).toEqual(["backup"]);
  });

  test("are consistent snapshots despite concurrent writes, and contain all referenced files", async () => {
    const [a, b] = await live();
    const until = { isOver: false };
    const writing = [
      (async () => {
        for (let i = 0; !until.isOver; i++)
          await app.call(sendMessage, { body: { receiverId: b.id, content: `And ${i}` } }, a.token);
      })(),
      (async () => {
        while (!until.isOver) {
          const photoId = await addPhoto(b);
          await app.call(removePhoto, { params: { photoId } }, b.token);
        }
      })(),
      (async () => {
        while (!until.isOver) await createMember(app);
      })(),
    ];
    const names = ["one", "two"];
    for (const name of names) await backUp(name);
    until.isOver = true;
    await Promise.all(writing);
    for (const name of names) {
      const { tables } = await verifyBackup(at(name));
      expect(tables["accounts"]?.rows).toBe(tables["members"]?.rows);
      expect(tables["wallets"]?.rows).toBe(tables["members"]?.rows);
    }
    // The restore verifies balances against the ledger and all image keys.
    await restore(config(), BY, at("two"));
  }, 120_000);

  test("keep image files that are deleted meanwhile until the backup is complete", async () => {
    const member = await createMember(app);
    await purgePendingUploads(app.ctx);
    const before = filesIn(join(app.ctx.config.dataDir, "photos")).length;
    await addPhoto(member);
    const count = () => filesIn(join(app.ctx.config.dataDir, "photos")).length - before;
    const added = count();
    const holder = new pg.Client(app.database.connection);
    await holder.connect();
    await holder.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.photoFiles]);
    // A member without contacts cannot be reported, so nothing is retained.
    expect((await app.call(deleteAccount, { body: { password: PASSWORD } }, member.token)).status).toBe(200);
    await purgePendingUploads(app.ctx);
    expect(count()).toBe(added);
    await holder.end();
    await expect.poll(() => purgePendingUploads(app.ctx).then(count)).toBe(0);
  });

  test("fail without leaving files if an image file is missing or the folder is not empty", async () => {
    await live();
    mkdirSync(at("full"));
    writeFileSync(at("full", "note.txt"), "mine");
    await expect(backUp("full")).rejects.toThrow("is not empty");
    const photos = { ...app.ctx.photos, read: async () => undefined };
    await expect(writeBackup(app.database.connection, photos, at("none"))).rejects.toThrow("file is missing");
    expect(readdirSync(at())).toEqual(["full"]);
  });

  test("report an interruption by a signal and leave no files", async () => {
    const holder = new pg.Client(app.database.connection);
    await holder.connect();
    await holder.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.photoFiles]);
    const child = spawn(process.execPath, ["scripts/operator.ts", "backup", at("backup")], {
      env: {
        PATH: process.env["PATH"],
        DATA_DIR: app.ctx.config.dataDir,
        DATABASE_URL: urlOf(app.database.connection),
      },
    });
    let errorOutput = "";
    child.stderr.on("data", (text) => {
      errorOutput += text;
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    // The command has created its folder and waits for the lock.
    await expect.poll(() => readdirSync(at()).length, { timeout: 20_000 }).toBe(1);
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect([await ended, errorOutput]).toEqual([1, "The command was interrupted.\n"]);
    expect(readdirSync(at())).toEqual([]);
    await holder.end();
  }, 30_000);

  test("cover all columns with image keys, and the schema has no sequences to save", async () => {
    const { rows } = await app.database.pool.query<{ table: string; column: string }>(`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'text'
        and column_name ~ '(^|_)key$' and column_name <> 'idempotency_key'
        and table_name <> 'cases'
      order by 1, 2`);
    // A case names a picture that its own table has, or that is gone. Pending uploads are not backed up, because no row references them.
    const known = [...IMAGE_KEY_COLUMNS.map((column) => column.join(".")), "pending_uploads.key"];
    expect(rows.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(known.sort());
    const sequences = await app.database.pool.query(
      "select sequencename from pg_sequences where schemaname = 'public'",
    );
    expect(sequences.rows).toEqual([]);
  });

  test("exclude sessions and links, which no other table references", async () => {
    const [a] = await live();
    const { tables } = await backUp();
    const excluded = (await listTables()).filter(({ name }) => !(name in tables));
    expect(excluded.map(({ name }) => name)).toEqual([...EXCLUDED_TABLES].sort());
    const dangling = (await listTables()).filter(
      ({ name, refersTo }) => !EXCLUDED_TABLES.has(name) && refersTo.some((other) => EXCLUDED_TABLES.has(other)),
    );
    expect(dangling).toEqual([]);
    const hash = createHash("sha256").update(Buffer.from(a.token, "base64url")).digest("hex");
    const text = filesIn(at("backup", "tables")).map((file) => readFileSync(at("backup", "tables", file), "utf8"));
    expect(text.join("")).not.toContain(hash);
    expect(text.join("")).toContain(a.username);
  });

  test("encrypted for a recipient contain no readable data, and `age` decrypts each file", async () => {
    const [a] = await live();
    await backUp("plain");
    const { recipient, open } = await makeRecipient();
    const manifest = await backUp("sealed", { recipients: [recipient] });
    expect(manifest.encrypted).toBe(true);
    const named = (folder: string) =>
      filesIn(at(folder))
        .map((file) => file.replace(/\.age$/, ""))
        .sort();
    expect(named("sealed")).toEqual(named("plain"));
    const clear = filesIn(at("sealed")).filter((file) => !file.endsWith(".age"));
    expect(clear.sort()).toEqual(["manifest.json", "photos.sha256"]);
    const secrets = [a.username, a.email, "Barbell club", "näive", "photo addresses"];
    for (const file of filesIn(at("sealed"))) {
      const bytes = readFileSync(at("sealed", file));
      expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
      if (!file.endsWith(".age")) continue;
      expect(bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
      // Tables may have changed since the first backup; images have not.
      if (file.startsWith("photos"))
        expect((await open(bytes)).equals(readFileSync(at("plain", file.replace(/\.age$/, ""))))).toBe(true);
    }
    await verifyBackup(at("sealed"));
    await expect(backUp("none", { recipients: ["age1nobody"] })).rejects.toThrow("Invalid recipient");
    expect(readdirSync(at()).sort()).toEqual(["plain", "sealed"]);
  });
});

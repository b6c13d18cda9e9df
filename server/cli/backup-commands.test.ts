import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { describe, expect, test } from "vitest";
import { restore } from "#server/cli/restore.ts";
import { readSigner } from "#server/db/backup-crypto.ts";
import type { Tables } from "#server/db/schema/tables.ts";
import { deleteMember } from "#server/modules/admin/members.service.ts";
import { appendStatusChanges, readStatusLog, statusChangesSince } from "#server/modules/admin/status-log.service.ts";
import { liftMember, operatorJobs, suspendMember } from "#server/modules/admin/suspensions.service.ts";
import { backups, makeRecipient } from "#server/testing/backup-harness.ts";
import { createMatch, createMember, logIn } from "#server/testing/members.ts";
import { runOperatorProcess } from "#server/testing/operator-cli.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const { at } = backups(app);
const runOnApp = (...args: string[]) => runCommand(app, args);
const BY = { who: "ada", reason: "Threats" };
const record = () => join(app.ctx.config.dataDir, "status.log");

describe("backup", () => {
  test("writes a signed backup, which verify checks", async () => {
    await createMember(app);
    const folder = at("backup");
    const { out } = await runOnApp("backup", folder);
    expect(out).toMatch(/^Backup written to .*\nAs of .*: \d+ rows in \d+ tables/);
    const [, key = ""] = /Signed by ([\da-f]{64})$/.exec(out) ?? [];
    expect((await runOnApp("verify", folder)).out).toMatch(/^The backup is intact: /);
    expect((await runOnApp("verify", folder, "--trust", key)).code).toBe(0);
    expect(await runOnApp("verify", folder, "--trust", "a".repeat(64))).toMatchObject({
      code: 1,
      err: "The backup is not signed by a trusted key, or it was modified",
    });
    expect(await runOnApp("backup", folder)).toMatchObject({ code: 1, err: `${folder} is not empty` });
    expect(await runOnApp("restore", at("nowhere"))).toMatchObject({ code: 1 });
  });

  test("encrypts for the recipients of the settings or the command line", async () => {
    const { recipient } = await makeRecipient();
    const named = await runOnApp("backup", at("one"), "--recipient", recipient);
    expect(named.out).toContain("Z, encrypted: ");
    expect(existsSync(at("one", "jobs.json.age"))).toBe(true);
    const inProduction = (backupRecipients: string[], ...args: string[]) =>
      runCommand(
        { database: app.database, ctx: { ...app.ctx, config: { ...app.ctx.config, backupRecipients } } },
        args,
      );
    expect((await inProduction([recipient], "backup", at("two"))).out).toContain("encrypted");
    expect((await inProduction([recipient], "backup", at("three"), "--plain")).out).not.toContain("encrypted");
    expect((await runOnApp("backup", at("four"))).out).not.toContain("It is not encrypted");
    expect(await runOnApp("backup", at("five"), "--plain", "--recipient", recipient)).toMatchObject({
      code: 2,
      err: expect.stringContaining("mutually exclusive"),
    });
  });

  test("says why it cannot sign: no folder for the key, or a damaged key", () => {
    const folder = makeDataFolder();
    const file = join(folder.path, "backup.key");
    writeFileSync(file, "damaged");
    expect(() => readSigner(folder.path)).toThrow(`${file} is not an Ed25519 key. Restore it from your copy`);
    expect(() => readSigner(join(file, "data"))).toThrow("ENOTDIR: not a directory");
    folder.remove();
  });
});

describe("a restore", () => {
  test("repeats deletions and suspensions that happened after the backup", async () => {
    const [[gone, other], banned, freed, forAWeek] = await Promise.all([
      createMatch(app),
      createMember(app),
      createMember(app),
      createMember(app),
    ]);
    await suspendMember(app.ctx, BY, freed.id, null, "For shouting");
    await suspendMember(app.ctx, BY, forAWeek.id, null, "Threats.");
    const folder = at("backup");
    const { out } = await runOnApp("backup", folder);
    const [, key = ""] = /Signed by (\S+)/.exec(out) ?? [];
    await deleteMember(app.ctx, BY, gone.id);
    await suspendMember(app.ctx, BY, banned.id, null, "Threats.");
    await liftMember(app.ctx, BY, freed.id);
    const until = new Date(Date.now() + 7 * 86_400_000);
    await suspendMember(app.ctx, BY, forAWeek.id, until, "Threats.", true);
    await operatorJobs(app.ctx)["lift-expired-suspensions"]({}, "");
    const statusLog = readFileSync(record(), "utf8");
    for (const { email, username } of [gone, banned, freed]) {
      expect(statusLog).not.toContain(email);
      expect(statusLog).not.toContain(username);
    }
    writeFileSync(at("status.log"), statusLog);
    const data = at("data");
    const restored = await runOperatorProcess(data, [
      "restore",
      folder,
      "--trust",
      key,
      "--status-log",
      at("status.log"),
    ]);
    expect([restored.code, restored.err]).toEqual([0, ""]);
    expect(restored.out).toContain("Replayed since the backup: 1 deletions, 2 suspensions, 1 lifted suspensions.");
    // The operator copies both keys.
    expect(["hash.key", "backup.key"].filter((name) => existsSync(join(data, name)))).toEqual([]);
    const showing = async ({ id }: { id: string }) => {
      const { code, out: shown } = await runOperatorProcess(data, ["show", id, "--json"]);
      return code === 0 ? JSON.parse(shown) : undefined;
    };
    expect(await showing(gone)).toBeUndefined();
    expect(await showing(other)).toMatchObject({ status: "active" });
    expect(await showing(banned)).toMatchObject({ status: "suspended", suspended: { until: null } });
    expect(await showing(freed)).toMatchObject({ status: "active", suspended: null });
    expect(await showing(forAWeek)).toMatchObject({ suspended: { until: until.toISOString() } });
  }, 120_000);

  test("rejects a forged or damaged status log", async () => {
    await runOnApp("backup", at("backup"));
    const key = (await runOnApp("backup", at("again"))).out.split(" ").at(-1) ?? "";
    const victim = await createMember(app);
    const line = JSON.stringify({ at: new Date().toISOString(), id: victim.id, event: "deleted", until: null });
    const forged = at("status.log");
    writeFileSync(forged, existsSync(record()) ? readFileSync(record()) : "");
    appendFileSync(forged, `${line}\t${"A".repeat(86)}\n`);
    const restore = () => runCommand(app, ["restore", at("backup"), "--trust", key, "--status-log", forged]);
    expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining("not signed by a trusted key") });
    writeFileSync(forged, `${line.replace('"id":"', '"id":"x')}\t${"A".repeat(86)}\n`);
    expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining("has a damaged line") });
  });

  test("requires the signer and the status log in production, unless the operator waives them", async () => {
    const { ctx } = app;
    const production = { database: app.database, ctx: { ...ctx, config: { ...ctx.config, production: true } } };
    const run = (...args: string[]) => runCommand(production, ["restore", at("nowhere"), ...args]);
    const uid = process.geteuid;
    process.geteuid = () => 1000;
    try {
      expect((await run()).err).toContain("Specify who signed the backup with `--trust");
      expect((await run("--untrusted")).err).toContain("Specify the changes since the backup with `--status-log");
      expect((await run("--untrusted", "--without-status-log")).err).toContain("does not exist");
      const refused = {
        code: 1,
        err: expect.stringContaining("The backup would not be encrypted. Set BACKUP_RECIPIENT"),
      };
      expect(await runCommand(production, ["backup", at("bare")])).toMatchObject(refused);
      expect(existsSync(at("bare"))).toBe(false);
      expect(await runCommand(production, ["backup", at("meant"), "--plain"])).toMatchObject({ code: 0 });
    } finally {
      if (uid) process.geteuid = uid;
    }
  });
});

describe("the status log", () => {
  test("appends each change once, also after an incomplete line", async () => {
    await appendStatusChanges(app.ctx);
    const count = () => readFileSync(record(), "utf8").split("\n").length;
    const before = count();
    const member = await createMember(app);
    await deleteMember(app.ctx, BY, member.id);
    await appendStatusChanges(app.ctx);
    await appendStatusChanges(app.ctx);
    expect(count()).toBe(before + 1);
    expect((await logIn(app, member)).status).toBe(401);
    // A line with a time in the future, and one that was cut short by a crash.
    const future = { at: "2999-01-01T00:00:00.000Z", id: member.id, event: "deleted", until: null };
    appendFileSync(record(), `${JSON.stringify(future)}\tnot signed\n{"at":"2026-`);
    const later = await createMember(app);
    await suspendMember(app.ctx, BY, later.id, null, "Threats.");
    await appendStatusChanges(app.ctx);
    const lines = readFileSync(record(), "utf8").trimEnd().split("\n");
    expect(lines.at(-2)).toBe('{"at":"2026-');
    expect(JSON.parse(lines.at(-1)?.split("\t")[0] ?? "")).toMatchObject({ id: later.id, event: "suspended" });
  });

  test("exists before the first change, so that it can be copied and restored from", async () => {
    const folder = makeDataFolder();
    const dialect = {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    };
    const db = new Kysely<Tables>({ dialect });
    const dataDir = join(folder.path, "new");
    expect(await appendStatusChanges({ ...app.ctx, db, config: { ...app.ctx.config, dataDir } })).toBe(0);
    expect(readStatusLog(join(dataDir, "status.log"), [])).toEqual([]);
    folder.remove();
  });

  test("is written completely to another data folder, by the command, and only once", async () => {
    const member = await createMember(app);
    await deleteMember(app.ctx, BY, member.id);
    await appendStatusChanges(app.ctx);
    const elsewhere = makeDataFolder();
    const ctx = { ...app.ctx, config: { ...app.ctx.config, dataDir: elsewhere.path } };
    const run = () => runCommand({ database: app.database, ctx }, ["status-log"]);
    expect((await run()).out).toMatch(/^\d+ changes added to .*status\.log$/);
    expect((await run()).out).toMatch(/^0 changes added/);
    const changes = (path: string) => readStatusLog(join(path, "status.log"), undefined);
    expect(changes(elsewhere.path)).toEqual(expect.arrayContaining([expect.objectContaining({ id: member.id })]));
    const { publicKey } = readSigner(elsewhere.path);
    expect(readStatusLog(join(elsewhere.path, "status.log"), [publicKey])).toEqual(changes(elsewhere.path));
    elsewhere.remove();
  });

  test("keeps the latest change of each member, deletions above all, and none from before the backup", () => {
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    const change = (day: number, id: string, event: "deleted" | "suspended" | "lifted") =>
      ({ at: `2026-11-${day}T12:00:00.000Z`, id, event, until: null }) as const;
    const changes = [
      change(25, one, "lifted"),
      change(21, one, "suspended"),
      change(24, two, "deleted"),
      change(25, two, "suspended"),
      change(19, three, "suspended"),
    ];
    expect(statusChangesSince(changes, new Date("2026-11-20T12:00:00Z"))).toEqual([changes[0], changes[2]]);
  });

  test("ignores members who are not in the backup", async () => {
    await runOnApp("backup", at("backup"));
    const changes = [{ at: new Date().toISOString(), id: randomUUID(), event: "deleted", until: null } as const];
    const config = { ...app.ctx.config, dataDir: at("data"), databaseUrl: undefined };
    const { replayed } = await restore(config, BY, at("backup"), { changes });
    expect(replayed).toEqual({ deleted: 0, suspended: 0, lifted: 0 });
  }, 60_000);
});

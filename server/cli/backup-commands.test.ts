import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { restore } from "#server/cli/restore.ts";
import { deleteMember } from "#server/modules/admin/delete-member.service.ts";
import { liftMember, standingJobs, suspendMember } from "#server/modules/admin/standing.service.ts";
import { changesSince, recordStanding } from "#server/modules/admin/standing-record.service.ts";
import { backups, makeRecipient } from "#server/testing/backups.ts";
import { commandAt } from "#server/testing/command.ts";
import { logIn, makeMatch, makeMember } from "#server/testing/members.ts";
import { operate } from "#server/testing/operator.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { beside: "others" });
const { at } = backups(app);
const say = (...args: string[]) => commandAt(app, args);
const BY = { who: "ada", reason: "Threats" };
const record = () => join(app.ctx.config.dataDir, "standing.log");

describe("an operator", () => {
  test("backs up and looks at every byte of it", async () => {
    await makeMember(app);
    const folder = at("backup");
    const { out } = await say("backup", folder);
    expect(out).toMatch(/^Everything is in .*\nas of .*: \d+ rows of \d+ tables/);
    const [, key = ""] = /Signed by ([\da-f]{64})$/.exec(out) ?? [];
    expect((await say("verify", folder)).out).toMatch(/^Every byte is right in /);
    expect((await say("verify", folder, "--trust", key)).code).toBe(0);
    expect(await say("verify", folder, "--trust", "a".repeat(64))).toMatchObject({
      code: 1,
      err: "The backup is not signed by whom you trust, or it was changed since",
    });
    expect(await say("backup", folder)).toMatchObject({ code: 1, err: `${folder} is not empty` });
    expect(await say("restore", at("nowhere"))).toMatchObject({ code: 1 });
  });

  test("encrypts for whom the settings or the command line name", async () => {
    const { recipient } = await makeRecipient();
    const named = await say("backup", at("one"), "--recipient", recipient);
    expect(named.out).toContain("Z, encrypted: ");
    expect(existsSync(at("one", "jobs.json.age"))).toBe(true);
    const inProduction = (backupRecipients: string[], ...args: string[]) =>
      commandAt({ database: app.database, ctx: { ...app.ctx, config: { ...app.ctx.config, backupRecipients } } }, args);
    expect((await inProduction([recipient], "backup", at("two"))).out).toContain("encrypted");
    expect((await inProduction([recipient], "backup", at("three"), "--plain")).out).not.toContain("encrypted");
    expect((await say("backup", at("four"))).out).not.toContain("It is not encrypted");
    expect(await say("backup", at("five"), "--plain", "--recipient", recipient)).toMatchObject({
      code: 2,
      err: expect.stringContaining("exclude each other"),
    });
  });
});

describe("a restore", () => {
  test("brings nobody back who has gone since, and keeps suspensions as they were", async () => {
    const [[gone, other], banned, freed, forAWeek] = await Promise.all([
      makeMatch(app),
      makeMember(app),
      makeMember(app),
      makeMember(app),
    ]);
    await suspendMember(app.ctx, BY, freed.id, null, "For shouting");
    await suspendMember(app.ctx, BY, forAWeek.id, null);
    const folder = at("backup");
    const { out } = await say("backup", folder);
    const [, key = ""] = /Signed by (\S+)/.exec(out) ?? [];
    await deleteMember(app.ctx, BY, gone.id);
    await suspendMember(app.ctx, BY, banned.id, null);
    await liftMember(app.ctx, BY, freed.id);
    const until = new Date(Date.now() + 7 * 86_400_000);
    await suspendMember(app.ctx, BY, forAWeek.id, until, "", true);
    await standingJobs(app.ctx).lift({}, "");
    const standing = readFileSync(record(), "utf8");
    for (const { email, username } of [gone, banned, freed]) {
      expect(standing).not.toContain(email);
      expect(standing).not.toContain(username);
    }
    writeFileSync(at("standing.log"), standing);
    const data = at("data");
    const restored = await operate(data, ["restore", folder, "--trust", key, "--standing", at("standing.log")]);
    expect([restored.code, restored.err]).toEqual([0, ""]);
    expect(restored.out).toContain("Since the backup: 1 deleted again, 2 suspended again, 1 lifted again.");
    // The key of hashes and the signer's are put there by whoever keeps them.
    expect(["hash.key", "backup.key"].filter((name) => existsSync(join(data, name)))).toEqual([]);
    const showing = async ({ id }: { id: string }) => {
      const { code, out: shown } = await operate(data, ["show", id, "--json"]);
      return code === 0 ? JSON.parse(shown) : undefined;
    };
    expect(await showing(gone)).toBeUndefined();
    expect(await showing(other)).toMatchObject({ standing: "active" });
    expect(await showing(banned)).toMatchObject({ standing: "suspended", suspended: { until: null } });
    expect(await showing(freed)).toMatchObject({ standing: "active", suspended: null });
    expect(await showing(forAWeek)).toMatchObject({ suspended: { until: until.toISOString() } });
  }, 120_000);

  test("refuses a record that somebody else has written into", async () => {
    await say("backup", at("backup"));
    const key = (await say("backup", at("again"))).out.split(" ").at(-1) ?? "";
    const victim = await makeMember(app);
    const line = JSON.stringify({ at: new Date().toISOString(), id: victim.id, event: "gone", until: null });
    const forged = at("standing.log");
    writeFileSync(forged, existsSync(record()) ? readFileSync(record()) : "");
    appendFileSync(forged, `${line}\t${"A".repeat(86)}\n`);
    const restore = () => commandAt(app, ["restore", at("backup"), "--trust", key, "--standing", forged]);
    expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining("is not signed by whom you trust") });
    writeFileSync(forged, `${line.replace('"id":"', '"id":"x')}\t${"A".repeat(86)}\n`);
    expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining("is damaged") });
  });

  test("asks in production whose it is and who has gone since, or to be told that nobody knows", async () => {
    const { ctx } = app;
    const production = { database: app.database, ctx: { ...ctx, config: { ...ctx.config, production: true } } };
    const run = (...args: string[]) => commandAt(production, ["restore", at("nowhere"), ...args]);
    const uid = process.geteuid;
    process.geteuid = () => 1000;
    try {
      expect((await run()).err).toContain("Say whose backup it is: --trust");
      expect((await run("--untrusted")).err).toContain("Say who has gone since: --standing");
      expect((await run("--untrusted", "--without-standing")).err).toContain("There is no folder");
      // A backup that nobody could read but its owner is what production is asked for.
      const refused = { code: 1, err: expect.stringContaining("It would not be encrypted: set BACKUP_RECIPIENT") };
      expect(await commandAt(production, ["backup", at("bare")])).toMatchObject(refused);
      expect(existsSync(at("bare"))).toBe(false);
      expect(await commandAt(production, ["backup", at("meant"), "--plain"])).toMatchObject({ code: 0 });
    } finally {
      if (uid) process.geteuid = uid;
    }
  });
});

describe("the record of who has gone", () => {
  test("gains what is new, once, and goes on after a line that was cut short", async () => {
    await recordStanding(app.ctx);
    const count = () => (existsSync(record()) ? readFileSync(record(), "utf8").trimEnd().split("\n").length : 0);
    const before = count();
    const member = await makeMember(app);
    await deleteMember(app.ctx, BY, member.id);
    await recordStanding(app.ctx);
    await recordStanding(app.ctx);
    expect(count()).toBe(before + 1);
    expect((await logIn(app, member)).status).toBe(401);
    // A clock that was wrong for a moment, and a line that a crash has cut short.
    const future = { at: "2999-01-01T00:00:00.000Z", id: member.id, event: "gone", until: null };
    appendFileSync(record(), `${JSON.stringify(future)}\tnot signed\n{"at":"2026-`);
    const later = await makeMember(app);
    await suspendMember(app.ctx, BY, later.id, null);
    await recordStanding(app.ctx);
    const lines = readFileSync(record(), "utf8").trimEnd().split("\n");
    expect(lines.at(-2)).toBe('{"at":"2026-');
    expect(JSON.parse(lines.at(-1)?.split("\t")[0] ?? "")).toMatchObject({ id: later.id, event: "suspended" });
  });

  test("has the last word on each member, whom going ends, and nothing that a backup knew for long", () => {
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    const change = (day: number, id: string, event: "gone" | "suspended" | "lifted") =>
      ({ at: `2026-11-${day}T12:00:00.000Z`, id, event, until: null }) as const;
    const changes = [
      change(25, one, "lifted"),
      change(21, one, "suspended"),
      change(24, two, "gone"),
      change(25, two, "suspended"),
      change(19, three, "suspended"),
    ];
    expect(changesSince(changes, new Date("2026-11-20T12:00:00Z"))).toEqual([changes[0], changes[2]]);
  });

  test("does nothing to whom the restored data does not know", async () => {
    await say("backup", at("backup"));
    const changes = [{ at: new Date().toISOString(), id: randomUUID(), event: "gone", until: null } as const];
    const config = { ...app.ctx.config, dataDir: at("data"), databaseUrl: undefined };
    const { replayed } = await restore(config, BY, at("backup"), { changes });
    expect(replayed).toEqual({ gone: 0, suspended: 0, lifted: 0 });
  }, 60_000);
});

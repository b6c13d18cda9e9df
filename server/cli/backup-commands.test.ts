import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { describe, expect, test } from "vitest";
import { changePassword } from "#contract/accounts/accounts.ts";
import { removePasskey, removeTotp } from "#contract/accounts/factors.ts";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { deleteMessage, sendAttachment } from "#contract/chat/messages.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { SHOW_ME_CONSENT_VERSION } from "#contract/members/catalog.ts";
import { removePhoto } from "#contract/members/profiles.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { blockMember, unmatch } from "#contract/moderation/reports.ts";
import { deleteTraining, updateTraining } from "#contract/training/training.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import { addTrustedContact, removeTrustedContact } from "#contract/training/trusted-contacts.ts";
import { restore } from "#server/cli/restore.ts";
import { isPasswordCorrect } from "#server/domains/accounts/login/passwords.ts";
import { changePrivacy } from "#server/domains/accounts/settings/settings.service.ts";
import { deleteMember } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { STATUS_DAYS } from "#server/domains/members/status-events/status-events.policy.ts";
import {
  appendStatusChanges,
  latestOfEach,
  readStatusLog,
  type StatusChange,
} from "#server/domains/members/status-events/status-log.service.ts";
import { makeDecision } from "#server/domains/moderation/decisions/decision-making.service.ts";
import { liftMember, suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { inviteStaffMember, setStaffRole } from "#server/domains/moderation/staff/staff.service.ts";
import { readSigner } from "#server/platform/db/backup-signature.ts";
import type { Tables } from "#server/platform/db/schema/tables.ts";
import { runAsOwner } from "#server/testing/as-owner.ts";
import { backups, makeEmptyDatabase, makeRecipient } from "#server/testing/backup-harness.ts";
import { givePasskey, giveTotp } from "#server/testing/factors.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createMatch, createMember, logIn, PASSWORD } from "#server/testing/members.ts";
import { runOperatorProcess } from "#server/testing/operator-cli.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { runJob } from "#server/testing/run-job.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const { at, addPhoto, backUp, config } = backups(app);
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
    await runJob(app.ctx, "lift-expired-suspensions", {});
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
    expect(restored.out).toContain(
      "Replayed since the backup: 1 deletions, 2 suspensions, 1 lifted suspensions, 0 other changes.",
    );
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

  test("repeats blocks, endings, removed images, restrictions, withdrawn consent and removed factors", async () => {
    const people = await Promise.all([createMatch(app), createMatch(app), createMatch(app), createMatch(app)]);
    const [[blocker, blocked], [leaver, left], [owner, freed], [muted, other]] = people;
    const [photo, takenDown] = [await addPhoto(owner), await addPhoto(owner)];
    const picture = imageForm(await makeJpeg(60, 60), other.id);
    const { _id: messageId } = (await app.call(sendAttachment, { form: picture }, muted.token)).body.message;
    const week = { parts: [4], sports: [], isShared: true, consentVersion: TRAINING_CONSENT_VERSION };
    await app.call(updateTraining, { body: week }, owner.token);
    const showMe = { gender: ["Women" as const], showMeConsent: SHOW_ME_CONSENT_VERSION };
    await app.call(updateFilters, { body: showMe }, owner.token);
    const passkey = await givePasskey(app, blocker);
    await giveTotp(app, blocked);
    const contact = "kim@example.com";
    await app.database.pool.query("update accounts set email_verified_at = now() where member_id = $1", [owner.id]);
    const asked = await app.call(
      addTrustedContact,
      { body: { name: "Kim", knownAs: "O", email: contact } },
      owner.token,
    );
    const decide = (memberId: string, ...acts: ActChoice[]) =>
      app.ctx.transact(async (tx) => {
        const decision = { memberId, acts, facts: "Threats", rule: "consent", words: "" } as const;
        await lockStatus(tx, memberId);
        return makeDecision(app.ctx, tx, BY, { ...decision, reporterIds: [] });
      });
    await decide(freed.id, { act: "unlist" });
    const { id: staffId } = await inviteStaffMember(app.ctx, BY, "Ada", "all");
    await backUp();
    await app.call(blockMember, { body: { userId: blocked.id } }, blocker.token);
    await app.call(unmatch, { body: { userId: left.id } }, leaver.token);
    await app.call(updatePrivacy, { body: { hidden: true } }, left.token);
    await app.call(removePhoto, { params: { photoId: photo } }, owner.token);
    await decide(owner.id, { act: "remove_photo", photoId: takenDown });
    await app.call(deleteMessage, { params: { messageId } }, muted.token);
    await decide(muted.id, { act: "mute", days: 7 });
    await decide(freed.id, { act: "lift_restrictions" });
    await app.call(deleteTraining, {}, owner.token);
    await app.call(updateFilters, { body: { gender: [] } }, owner.token);
    await app.call(removePasskey, { params: { passkeyId: passkey.id } }, blocker.token);
    await app.call(removeTotp, {}, blocked.token);
    await app.call(removeTrustedContact, { params: { contactId: asked.body.contact._id } }, owner.token);
    const change = { currentPassword: PASSWORD, newPassword: "another password", confirmPassword: "another password" };
    await app.call(changePassword, { body: change }, leaver.token);
    await setStaffRole(app.ctx, BY, staffId, "read_only");
    await appendStatusChanges(app.ctx);
    const { pool, drop, urls } = await makeEmptyDatabase();
    const readChanges = (madeAt: Date) => readStatusLog(record(), undefined, madeAt);
    const { replayed } = await restore(config(urls), BY, at("backup"), { readChanges });
    expect(replayed.failed).toEqual([]);
    const query = async (sql: string, ...ids: string[]) => (await pool.query(sql, ids)).rows;
    const between =
      "select ended_at is not null as ended, coalesce(a_blocked_at, b_blocked_at) is not null as blocked from relationships where $1 in (member_a_id, member_b_id)";
    expect(await query(between, blocker.id)).toEqual([{ ended: true, blocked: true }]);
    expect(await query(between, leaver.id)).toEqual([{ ended: true, blocked: false }]);
    expect(await query(between, muted.id)).toEqual([{ ended: false, blocked: false }]);
    expect(await query("select status from members where id = $1", left.id)).toEqual([{ status: "hidden" }]);
    expect(await query("select from photos where id in ($1, $2)", photo, takenDown)).toEqual([]);
    expect(
      await query("select state from image_checks join retained_photos using (key) where photo_id = $1", takenDown),
    ).toEqual([{ state: "removed" }]);
    expect(await query("select attachment_key from messages where id = $1", messageId)).toEqual([
      { attachment_key: null },
    ]);
    const restrictions =
      "select kind, ends_at is not null as ends, lifted_at is not null as lifted from restrictions where member_id = $1";
    expect(await query(restrictions, muted.id)).toEqual([{ kind: "messaging", ends: true, lifted: false }]);
    expect(await query(restrictions, freed.id)).toEqual([{ kind: "unlisted", ends: false, lifted: true }]);
    for (const [table, { id }] of [
      ["training", owner],
      ["trusted_contacts", owner],
      ["passkeys", blocker],
      ["totp_secrets", blocked],
      ["recovery_codes", blocker],
    ] as const)
      expect([table, await query(`select from ${table} where member_id = $1`, id)]).toEqual([table, []]);
    const choice = "select gender, show_me_consented_at as at from search_preferences where member_id = $1";
    expect(await query(choice, owner.id)).toEqual([{ gender: [], at: null }]);
    const [{ password_hash }] = await query("select password_hash from accounts where member_id = $1", leaver.id);
    expect(await isPasswordCorrect(app.ctx, PASSWORD, password_hash)).toBe(false);
    expect(await query("select role from staff_members where id = $1", staffId)).toEqual([{ role: "read_only" }]);
    await drop();
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
    expect(await readStatusLog(join(dataDir, "status.log"), [], new Date(0))).toEqual([]);
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
    const changes = (keys?: string[]) => readStatusLog(join(elsewhere.path, "status.log"), keys, new Date(0));
    expect(await changes()).toEqual(expect.arrayContaining([expect.objectContaining({ id: member.id })]));
    const { publicKey } = readSigner(elsewhere.path);
    expect(await changes([publicKey])).toEqual(await changes());
    elsewhere.remove();
  });

  test("is replayed with the latest change of each account, pair and image in their order, deletions above all", () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const change = (day: number, id: string, event: StatusChange["event"], more: Partial<StatusChange> = {}) =>
      ({ at: `2026-11-${day}T12:00:00.000Z`, id, event, until: null, ...more }) as const;
    const changes = [
      change(25, one, "lifted"),
      change(21, one, "suspended"),
      change(24, two, "deleted"),
      change(25, two, "suspended"),
      change(20, one, "image_taken_down", { detail: "key" }),
      change(22, one, "image_restored", { detail: "key" }),
      change(20, one, "blocked", { other: two }),
      change(21, one, "ended", { other: two }),
      change(23, one, "unblocked", { other: two }),
      change(22, two, "blocked", { other: one }),
    ];
    const wanted = [7, 5, 9, 8, 2, 0].map((i) => changes[i]);
    expect(latestOfEach(changes)).toEqual(wanted);
  });

  test("drops what is older than all backups, and adds it to no new log", async () => {
    const member = await createMember(app);
    await changePrivacy(app.ctx, member.id, { hidden: true });
    const folder = makeDataFolder();
    const later = (days: number) => ({
      ...app.ctx,
      config: { ...app.ctx.config, dataDir: folder.path },
      now: () => new Date(Date.now() + days * 86_400_000),
    });
    const read = () => readFileSync(join(folder.path, "status.log"), "utf8");
    await appendStatusChanges(later(0));
    expect(read()).toContain(member.id);
    await appendStatusChanges(later(STATUS_DAYS + 2));
    expect(read()).toBe("");
    await app.database.pool.query("update members set status = 'active' where id = $1", [member.id]);
    await runAsOwner(app, `update status_events set occurred_at = now() - interval '${STATUS_DAYS + 1} days'`);
    await runJob(app.ctx, "cleanup", {});
    expect((await app.database.pool.query("select from status_events")).rowCount).toBe(0);
    folder.remove();
  });

  test("ignores members who are not in the backup", async () => {
    await runOnApp("backup", at("backup"));
    const changes = [{ at: new Date().toISOString(), id: randomUUID(), event: "deleted", until: null } as const];
    const config = { ...app.ctx.config, dataDir: at("data"), databaseUrl: undefined };
    const { replayed } = await restore(config, BY, at("backup"), { readChanges: async () => changes });
    expect(replayed).toEqual({ deleted: 0, suspended: 0, lifted: 0, others: 0, failed: [] });
  }, 60_000);
});

import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { ageOn } from "#contract/members/age.ts";
import { updateProfile } from "#contract/members/profiles.ts";
import { writeExport } from "#server/domains/member-data/export/export-files.service.ts";
import { givePasskey } from "#server/testing/factors.ts";
import { createCompleteMember, createMatch, createMember } from "#server/testing/members.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const runOnApp = (...args: string[]) => runCommand(app, args);

describe("member commands", () => {
  test("suspend, show and lift a member, and disconnect their devices", async () => {
    const member = await createMember(app);
    const device = await connectDevice(app, member.token);
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    const done = await runOnApp(
      "suspend",
      member.email,
      "--message",
      "Spam.",
      "--reason",
      "Spam",
      "--as",
      "ada",
      "--until",
      "2999-01-31",
    );
    expect(done).toEqual({ code: 0, out: `${member.username} is suspended until 2999-01-31 00:00Z.`, err: "" });
    expect(await cut).toBe("io server disconnect");
    const { out } = await runOnApp("show", member.username, "--as", "grace");
    expect(out).toContain(member.email);
    expect(out).toMatch(/^status +suspended since .*, until 2999-01-31 00:00Z$/m);
    expect(out).toMatch(/ada +suspend .* Spam$/m);
    expect((await runOnApp("lift", member.id, "--reason", "A mistake")).out).toBe(
      `${member.username} is active again.`,
    );
    const { err, code } = await runOnApp("lift", member.id, "--reason", "A mistake");
    expect([code, err]).toEqual([1, `${member.username} is not suspended.`]);
    const log = await runOnApp("log", "--about", member.username);
    expect(log.out.split("\n").map((line) => /show member|suspend|lift/.exec(line)?.[0])).toEqual([
      undefined,
      "lift",
      "show member",
      "suspend",
    ]);
    expect(log.out).not.toContain(member.email);
    expect(log.out).toContain(`${member.username} ${member.id}`);
  });

  test("remove the second factor of a member who has lost it, once, and log it", async () => {
    const member = await createMember(app);
    await givePasskey(app, member);
    const remove = () => runOnApp("remove-second-factor", member.email, "--reason", "Ticket 7", "--as", "ada");
    expect((await remove()).out).toBe(
      `The password of ${member.username} logs in by itself again. The member is emailed.`,
    );
    expect((await remove()).out).toBe(`No change: ${member.username} has no second factor.`);
    const { out } = await runOnApp("log", "--about", member.id);
    expect(out.match(/remove-second-factor/g)).toHaveLength(1);
  });

  test("export an active and a suspended member's data to a file, never over another one, and log it", async () => {
    const [member, other] = await createMatch(app);
    const folder = join(app.ctx.config.dataDir, "copies", "of today");
    const path = join(folder, `${member.id}.zip`);
    const run = (name: string) => runOnApp("export", name, folder, "--reason", "Ticket 7", "--as", "ada");
    await runOnApp("suspend", member.id, "--message", "Spam.", "--reason", "Spam");
    const { code, out } = await run(member.username);
    expect([code, out.split("\n")[0]]).toEqual([0, `The data of ${member.username} is in ${path}`]);
    const files = await readZip(await readFile(path));
    expect(JSON.parse(String(files.get("account.json")))).toMatchObject({ email: member.email });
    expect(files.has("README.txt")).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await run(member.id)).toMatchObject({ code: 1, err: `File ${path} exists already.` });
    expect((await run(other.email)).code).toBe(0);
    expect((await runOnApp("export", other.id, folder)).err).toContain("`--reason <text>` is required");
    const { out: log } = await runOnApp("log", "--about", member.id);
    expect(log.match(/ada +export data .* Ticket 7$/gm)).toHaveLength(1);
    expect((await runOnApp("show", member.id)).out).toMatch(/^status +suspended/m);
  });

  test("say what is not there of a deleted account, and leave no file of an export that fails", async () => {
    const [member, gone] = [await createMember(app), await createMember(app)];
    const folder = join(app.ctx.config.dataDir, "copies of some");
    await runOnApp("delete", gone.id, "--reason", "They asked");
    const refused = await runOnApp("export", gone.id, folder, "--reason", "Ticket 8");
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining("is deleted, so there is nothing to export"),
    ]);
    expect((await runOnApp("export", "nobody_at_all", folder, "--reason", "Ticket 8")).code).toBe(1);
    await mkdir(folder);
    const stopped = AbortSignal.abort();
    const given = { name: member.id, folder, signal: stopped };
    await expect(writeExport(app.ctx, { who: "ada", reason: "Ticket 8" }, given)).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });

  test("show the age by the date of birth beside the profile's, and its history", async () => {
    const member = await createCompleteMember(app);
    const age = ageOn("1994-05-17", new Date());
    const show = async () => (await runOnApp("show", member.id)).out;
    expect(await show()).toMatch(new RegExp(`^born +1994-05-17, ${age} years, as on the profile$`, "m"));
    await app.call(updateProfile, { body: { age: age - 9 } }, member.token);
    expect(await show()).toMatch(new RegExp(`^born +1994-05-17, ${age} years; the profile shows 9 less$`, "m"));
    expect(await show()).toMatch(new RegExp(`^\\d{4}-\\S+ \\S+ age +${age} +${age - 9} +\\d{4}-`, "m"));
  });

  test("show the former terms of a changed suspension", async () => {
    const [, reported] = await createMatch(app);
    await runOnApp("suspend", reported.id, "--reason", "Spam", "--until", "2999-01-31", "--message", "Spam in chats.");
    const again = await runOnApp(
      "suspend",
      reported.id,
      "--reason",
      "Spam",
      "--until",
      "2999-01-31",
      "--message",
      "Spam in chats.",
    );
    expect(again.out).toBe(`No change: ${reported.username} is already suspended until 2999-01-31 00:00Z.`);
    const refused = await runOnApp("suspend", reported.id, "--message", "Spam.", "--reason", "Spam");
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining("already suspended until January 31, 2999"),
    ]);
    expect((await runOnApp("show", reported.id)).out).toMatch(/^message +Spam in chats\.$/m);
    const changed = await runOnApp("suspend", reported.id, "--message", "Worse.", "--reason", "Worse", "--change");
    expect(changed.out).toBe(`${reported.username} is suspended indefinitely (before: until 2999-01-31 00:00Z).`);
  });

  test("show what becomes of the subscriptions of a suspended member", async () => {
    const member = await createMember(app);
    const made =
      "insert into subscriptions (provider_id, member_id, cancel_at_period_end, period_end) values ($1, $2, $3, '2999-01-31')";
    await app.database.pool.query(made, ["sub_goes_on", member.id, false]);
    await app.database.pool.query(made, ["sub_ends", member.id, true]);
    const suspend = ["suspend", member.id, "--message", "Spam.", "--reason", "Spam"];
    const { out } = await runOnApp(...suspend, "--until", "2999-01-30");
    expect(out.split("\n").slice(1)).toEqual([
      "Subscription sub_goes_on, renews 2999-01-31 00:00Z.",
      "Subscription sub_ends, ends 2999-01-31 00:00Z.",
    ]);
    const shown = (await runOnApp("show", member.id)).out;
    expect(shown).toMatch(/^subscription +sub_goes_on, renews 2999-01-31 00:00Z$/m);
    expect((await runOnApp(...suspend, "--change")).out).toContain("Subscription sub_goes_on, ends 2999-01-31 00:00Z.");
  });

  test("refund a crush by its ledger entry, and grant credits", async () => {
    const [member, other] = [await createCompleteMember(app), await createCompleteMember(app)];
    await app.call(sendCrush, { body: { recipientId: other.id } }, member.token);
    const shown = JSON.parse((await runOnApp("show", member.id, "--json")).out) as {
      credits: { id: string; kind: string }[];
    };
    const entry = shown.credits.find(({ kind }) => kind === "sent")?.id ?? "";
    const command = ["refund", entry, "--reason", "They asked"];
    expect((await runOnApp(...command)).out).toBe("Refunded 1. The balance is 5.");
    expect((await runOnApp(...command)).out).toMatch(/^No change: already refunded at /);
    const tooFew = await runOnApp("grant", member.id, "-3", "--reason", "They asked");
    expect([tooFew.code, tooFew.err]).toEqual([1, expect.stringContaining("1 to 1000")]);
    expect((await runOnApp("grant", member.id, "2", "--reason", "They asked")).out).toBe(
      `Granted 2. The balance of ${member.username} is 7.`,
    );
  });
});

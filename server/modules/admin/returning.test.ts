import { describe, expect, test } from "vitest";
import { getProfile } from "#contract/profiles.ts";
import * as safety from "#contract/safety.ts";
import { deleteMember } from "#server/modules/admin/delete-member.service.ts";
import { showMember } from "#server/modules/admin/lookup.service.ts";
import { resolveReport } from "#server/modules/admin/reports.service.ts";
import { readLinked } from "#server/modules/admin/returning.service.ts";
import { liftMember, suspendMember } from "#server/modules/admin/standing.service.ts";
import { actsOn } from "#server/testing/acts.ts";
import { commandAt } from "#server/testing/command.ts";
import { leavers } from "#server/testing/leavers.ts";
import { logIn, makeMember, type TestMember } from "#server/testing/members.ts";
import { makePostBox } from "#server/testing/post-box.ts";
import { confirm, joinConfirmed, joinWith } from "#server/testing/returning.ts";
import { testApp } from "#server/testing/test-app.ts";

const postBox = makePostBox();
const app = testApp({}, { mailer: postBox, work: true });
const { leave, count } = leavers(app);
const BY = { who: "ada", reason: "Sent threats" };
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

/** How the login of somebody goes, once the jobs that wait for them are done. */
async function standsAfterJobs(member: TestMember): Promise<string> {
  const waiting = "jobs.job where name = 'suspend-returned' and data ->> 'memberId' = $1 and state < 'completed'";
  await expect.poll(() => count(waiting, member.id), { timeout: 10_000 }).toBe(0);
  const { status, body } = await logIn(app, member);
  return status === 200 ? "active" : String(body.code);
}

const reportsOf = async ({ id }: TestMember): Promise<string[]> =>
  (await query("select id from reports where reported_id = $1", id)).map((row) => row.id);
const report = async (other: TestMember): Promise<string> => {
  const me = await makeMember(app);
  await app.call(safety.reportMember, { body: { userId: other.id, reason: "Spam or a scam" } }, me.token);
  return (await reportsOf(other)).at(-1) ?? "";
};

/** Somebody whose account was suspended and then deleted. */
async function makeBanned(until: Date | null = null): Promise<TestMember> {
  const member = await joinConfirmed(app);
  await suspendMember(app.ctx, BY, member.id, until);
  await deleteMember(app.ctx, BY, member.id);
  return member;
}

describe("whoever was suspended and deleted", () => {
  test("can sign up with the same address, and is suspended again once it is confirmed", async () => {
    const before = await makeBanned();
    const again = await joinWith(app, before.email);
    expect(await standsAfterJobs(again)).toBe("active");
    await confirm(app, again);
    expect(await standsAfterJobs(again)).toBe("account_suspended");
    expect((await app.call(getProfile, {}, again.token)).body.code).toBe("session_suspended");
    // The first account had one, too.
    const newest = async () => (await postBox.newest(again.email, "Your account is suspended")).text;
    await expect.poll(newest).toContain("Another account with this email address is suspended.");
    const [act] = (await showMember(app.ctx, BY, again.id)).acts.filter(({ act }) => act === "suspend");
    expect(act).toMatchObject({ who: "the clock", reason: expect.stringContaining(before.id) });
  });

  test("is suspended for as long as the first account was to be, and not once that is over", async () => {
    const until = new Date(Date.now() + 3 * 24 * 3600 * 1000);
    const before = await makeBanned(until);
    expect(await query("select kept_until, banned_until from former_accounts where member_id = $1", before.id)).toEqual(
      [{ kept_until: until, banned_until: until }],
    );
    const again = await joinConfirmed(app, before.email);
    expect(await standsAfterJobs(again)).toBe("account_suspended");
    expect((await showMember(app.ctx, BY, again.id)).suspended?.until).toEqual(until);

    const other = await makeBanned(until);
    await query("update former_accounts set banned_until = now() where member_id = $1", other.id);
    expect(await standsAfterJobs(await joinConfirmed(app, other.email))).toBe("active");
  });

  test("is not suspended after an operator has lifted the ban, by the id of the account", async () => {
    const before = await makeBanned();
    expect(await commandAt(app, ["lift", before.id, "--reason", "A mistake", "--as", "ada"])).toMatchObject({
      code: 0,
      out: `The ban that the account ${before.id} left is lifted.`,
    });
    expect(await actsOn(app, before.id)).toEqual(["lift", "delete", "suspend"]);
    expect(await standsAfterJobs(await joinConfirmed(app, before.email))).toBe("active");
    await expect(liftMember(app.ctx, BY, before.id)).rejects.toThrow("There is no member");
  });

  test("may come back after all where an operator lifts the new account", async () => {
    const before = await makeBanned();
    const again = await joinConfirmed(app, before.email);
    expect(await standsAfterJobs(again)).toBe("account_suspended");
    await liftMember(app.ctx, BY, again.id);
    await confirm(app, again);
    expect(await standsAfterJobs(again)).toBe("active");
  });
});

describe("whoever is suspended", () => {
  test("gains nothing by a second account of the same mailbox", async () => {
    const first = await joinConfirmed(app);
    await suspendMember(app.ctx, BY, first.id, null);
    expect(await standsAfterJobs(await joinConfirmed(app, first.email.replace("@", "+2@")))).toBe("account_suspended");
  });

  test("for a time that is over, or was lifted, may have another account", async () => {
    const first = await joinConfirmed(app);
    await suspendMember(app.ctx, BY, first.id, null);
    await liftMember(app.ctx, BY, first.id);
    await leave({ ...first, token: (await logIn(app, first)).body.token });
    expect(await query("select reason, is_banned from former_accounts where member_id = $1", first.id)).toEqual([
      { reason: "left", is_banned: false },
    ]);
    expect(await standsAfterJobs(await joinConfirmed(app, first.email))).toBe("active");
  });

  test("is shown with other accounts of theirs, which stay for the operator to decide about", async () => {
    const [first, second] = [await joinConfirmed(app), await makeMember(app)];
    await query(
      "insert into identities select $1, 'card', hash from identities where member_id = $2",
      second.id,
      first.id,
    );
    await query("update identities set kind = 'card' where member_id = $1", first.id);
    const told = await commandAt(app, ["suspend", first.id, "--reason", "Threats", "--as", "ada"]);
    expect(told.out).toContain(`Not suspended: ${second.username} (${second.id}), by the same card.`);
    expect(await standsAfterJobs(second)).toBe("active");
  });
});

describe("whoever was reported and left", () => {
  test("is shown with the new account, and can be banned by what comes of the report", async () => {
    const before = await joinConfirmed(app);
    const reportId = await report(before);
    await leave(before);
    const again = await joinConfirmed(app, before.email);
    expect((await showMember(app.ctx, BY, again.id)).linked).toMatchObject([
      { id: before.id, standing: "gone", reason: "reported", kinds: ["email"], is_banned: false },
    ]);
    expect((await readLinked(app.ctx, BY, 1)).map(({ id }) => id)).toEqual([again.id]);
    const { out } = await commandAt(app, ["linked", "--as", "ada"]);
    expect(out).toMatch(new RegExp(`${again.username}.*deleted +${before.id} +email .*ended .*, reported`));
    expect((await commandAt(app, ["show", again.id, "--as", "ada"])).out).toContain(before.id);
    await resolveReport(app.ctx, BY, reportId, { action: "suspended", until: null });
    await leave(again);
    expect(await standsAfterJobs(await joinConfirmed(app, before.email))).toBe("account_suspended");
  });

  test("is remembered for that no longer than other leavers once nothing was found", async () => {
    const before = await joinConfirmed(app);
    const [one, two] = [await report(before), await report(before)];
    await leave(before);
    const kept = async () =>
      (await query("select reason from former_accounts where member_id = $1", before.id))[0].reason;
    await resolveReport(app.ctx, BY, one, { action: "none", until: null });
    expect(await kept()).toBe("reported");
    await resolveReport(app.ctx, BY, two, { action: "none", until: null });
    expect(await kept()).toBe("left");
  });
});

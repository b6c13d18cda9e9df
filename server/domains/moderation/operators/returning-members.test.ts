import { describe, expect, test } from "vitest";
import { getProfile } from "#contract/members/profiles.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import * as safety from "#contract/moderation/reports.ts";
import { deleteMember } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { showMember } from "#server/domains/moderation/operators/members.service.ts";
import {
  liftMember,
  listLinkedAccounts,
  suspendMember,
} from "#server/domains/moderation/operators/suspensions.service.ts";
import { deletedMemberFixtures } from "#server/testing/deleted-member-fixtures.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import {
  confirmEmail,
  createConfirmedMember,
  createMember,
  createMemberWith,
  logIn,
  type TestMember,
} from "#server/testing/members.ts";
import { findAuditedActions, runCommand } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const postBox = createFakeMailer();
const app = testApp({}, { mailer: postBox, work: true });
const { leave, count } = deletedMemberFixtures(app);
const BY = { kind: "operator", who: "ada", reason: "Sent threats" } as const;
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

async function loginOutcome(member: TestMember): Promise<string> {
  const waiting =
    "jobs.job where name = 'suspend-returning-member' and data ->> 'memberId' = $1 and state < 'completed'";
  await expect.poll(() => count(waiting, member.id), { timeout: 10_000 }).toBe(0);
  const { status, body } = await logIn(app, member);
  return status === 200 ? "active" : String(body.code);
}

/** @returns the version of the case that has the report */
const report = async (other: TestMember): Promise<number> => {
  const me = await createMember(app);
  await app.call(safety.reportMember, { body: { userId: other.id, reason: "Spam or a scam" } }, me.token);
  const [row] = await query("select version from cases where member_id = $1", other.id);
  return row.version;
};

async function decideAbout({ id }: TestMember, version: number, act: ActChoice) {
  const [{ id: caseId }] = await query("select id from cases where member_id = $1", id);
  return decide(app.ctx, BY, { caseId, version, acts: [act], facts: "Threats.", rule: "consent" });
}

async function makeBanned(until: Date | null = null): Promise<TestMember> {
  const member = await createConfirmedMember(app);
  await suspendMember(app.ctx, BY, member.id, until, "Threats.");
  await deleteMember(app.ctx, BY, member.id);
  return member;
}

describe("a banned former member", () => {
  test("can sign up with the same address, and is suspended once it is confirmed", async () => {
    const before = await makeBanned();
    const again = await createMemberWith(app, before.email);
    expect(await loginOutcome(again)).toBe("active");
    await confirmEmail(app, again);
    expect(await loginOutcome(again)).toBe("account_suspended");
    expect((await app.call(getProfile, {}, again.token)).body.code).toBe("session_suspended");
    // The first account got such an email, too.
    const newest = async () => (await postBox.newest(again.email, "Your account is suspended")).text;
    await expect.poll(newest).toContain("Another account with this email address is suspended.");
    const [entry] = (await showMember(app.ctx, BY, again.id)).actions.filter(({ action }) => action === "suspend");
    expect(entry).toMatchObject({ actor: "scheduler", reason: expect.stringContaining(before.id) });
  });

  test("is suspended until the end of the ban, and not after it", async () => {
    const until = new Date(Date.now() + 3 * 24 * 3600 * 1000);
    const before = await makeBanned(until);
    expect(await query("select kept_until, banned_until from former_accounts where member_id = $1", before.id)).toEqual(
      [{ kept_until: until, banned_until: until }],
    );
    const again = await createConfirmedMember(app, before.email);
    expect(await loginOutcome(again)).toBe("account_suspended");
    expect((await showMember(app.ctx, BY, again.id)).suspended?.until).toEqual(until);

    const other = await makeBanned(until);
    await query("update former_accounts set banned_until = now() where member_id = $1", other.id);
    expect(await loginOutcome(await createConfirmedMember(app, other.email))).toBe("active");
  });

  test("is not suspended after an operator lifted the ban by the account's id", async () => {
    const before = await makeBanned();
    expect(await runCommand(app, ["lift", before.id, "--reason", "A mistake", "--as", "ada"])).toMatchObject({
      code: 0,
      out: `The ban of the deleted account ${before.id} is lifted.`,
    });
    expect(await findAuditedActions(app, before.id)).toEqual(["lift", "delete", "suspend"]);
    expect(await loginOutcome(await createConfirmedMember(app, before.email))).toBe("active");
    await expect(liftMember(app.ctx, BY, before.id)).rejects.toThrow("was not found");
  });

  test("stays active after an operator lifted the suspension of the new account", async () => {
    const before = await makeBanned();
    const again = await createConfirmedMember(app, before.email);
    expect(await loginOutcome(again)).toBe("account_suspended");
    await liftMember(app.ctx, BY, again.id);
    await confirmEmail(app, again);
    expect(await loginOutcome(again)).toBe("active");
  });
});

describe("a suspended member", () => {
  test("is also suspended on a second account of the same mailbox", async () => {
    const first = await createConfirmedMember(app);
    await suspendMember(app.ctx, BY, first.id, null, "Threats.");
    expect(await loginOutcome(await createConfirmedMember(app, first.email.replace("@", "+2@")))).toBe(
      "account_suspended",
    );
  });

  test("whose suspension was lifted may have another account", async () => {
    const first = await createConfirmedMember(app);
    await suspendMember(app.ctx, BY, first.id, null, "Threats.");
    await liftMember(app.ctx, BY, first.id);
    await leave({ ...first, token: (await logIn(app, first)).body.token });
    expect(await query("select reason, is_banned from former_accounts where member_id = $1", first.id)).toEqual([
      { reason: "left", is_banned: false },
    ]);
    expect(await loginOutcome(await createConfirmedMember(app, first.email))).toBe("active");
  });

  test("is shown with linked accounts, which are not suspended automatically", async () => {
    const [first, second] = [await createConfirmedMember(app), await createMember(app)];
    await query(
      "insert into identities select $1, 'card', hash from identities where member_id = $2",
      second.id,
      first.id,
    );
    await query("update identities set kind = 'card' where member_id = $1", first.id);
    const result = await runCommand(app, [
      "suspend",
      first.id,
      "--message",
      "Threats.",
      "--reason",
      "Threats",
      "--as",
      "ada",
    ]);
    expect(result.out).toContain(`Not suspended: ${second.username} (${second.id}), same card.`);
    expect(await loginOutcome(second)).toBe("active");
  });
});

describe("a reported former member", () => {
  test("is linked to the new account, and is banned if the report is decided with a suspension", async () => {
    const before = await createConfirmedMember(app);
    const version = await report(before);
    await leave(before);
    const again = await createConfirmedMember(app, before.email);
    expect((await showMember(app.ctx, BY, again.id)).linked).toMatchObject([
      { id: before.id, status: "deleted", reason: "reported", kinds: ["email"], is_banned: false },
    ]);
    expect((await listLinkedAccounts(app.ctx, BY, 1)).map(({ id }) => id)).toEqual([again.id]);
    const { out } = await runCommand(app, ["linked", "--as", "ada"]);
    expect(out).toMatch(new RegExp(`${again.username}.*deleted +${before.id} +email .*deleted .*, reported`));
    expect((await runCommand(app, ["show", again.id, "--as", "ada"])).out).toContain(before.id);
    await decideAbout(before, version, { act: "suspend", until: null });
    await leave(again);
    expect(await loginOutcome(await createConfirmedMember(app, before.email))).toBe("account_suspended");
  });

  test("is retained like any other once all reports are decided without action, until that is undone", async () => {
    const before = await createConfirmedMember(app);
    const [one, two] = [await report(before), await report(before)];
    await leave(before);
    const kept = async () =>
      (await query("select reason from former_accounts where member_id = $1", before.id))[0].reason;
    await decideAbout(before, one, { act: "no_action" });
    expect(await kept()).toBe("reported");
    const { decisionId } = await decideAbout(before, two + 1, { act: "no_action" });
    expect(await kept()).toBe("left");
    await undoDecision(app.ctx, BY, decisionId);
    expect(await kept()).toBe("reported");
  });
});

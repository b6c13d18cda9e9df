import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { changeEmail } from "#contract/accounts/email-change.ts";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { disownAddress, requestDataExport } from "#contract/member-data/member-data.ts";
import { getProfile } from "#contract/members/profiles.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import * as safety from "#contract/moderation/reports.ts";
import { canonicalEmail } from "#server/domains/accounts/identities/identities.policy.ts";
import { setBanned } from "#server/domains/accounts/identities/identities.statements.ts";
import { deleteExpired } from "#server/domains/member-data/cleanup/cleanup.service.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { deletedMemberFixtures, findWords } from "#server/testing/deleted-member-fixtures.ts";
import {
  confirmEmail,
  confirmLink,
  createCompleteMember,
  createConfirmedMember,
  createMemberWith,
  newEmail,
  type TestMember,
} from "#server/testing/members.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const { leave, count } = deletedMemberFixtures(app);

const ADA = { kind: "operator", who: "ada", reason: "A test" } as const;
type Other = { readonly id: string };
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const block = (me: TestMember, { id }: Other) => app.call(safety.blockMember, { body: { userId: id } }, me.token);
const unblock = (me: TestMember, { id }: Other) => app.call(safety.unblockMember, { body: { userId: id } }, me.token);
const report = (me: TestMember, { id }: Other) =>
  app.call(safety.reportMember, { body: { userId: id, reason: "Harassment or threats" } }, me.token);
const view = (me: TestMember, { id }: Other) => app.call(getMember, { params: { userId: id } }, me.token);
const crush = (me: TestMember, { id }: Other) => app.call(sendCrush, { body: { recipientId: id } }, me.token);
const blocked = async (me: TestMember) =>
  (await app.call(safety.listBlocked, { query: {} }, me.token)).body.blocked.map(({ username }) => username);
const seen = async (me: TestMember) =>
  (await app.call(browse, { query: {} }, me.token)).body.profiles.map(({ id }) => id);
const see = async (a: TestMember, b: TestMember) => [(await view(a, b)).status, (await view(b, a)).status];
const APART = [404, 404];
const TOGETHER = [200, 200];

async function keptOf({ id }: Other) {
  const [former] = await query(
    `select reason, round(extract(epoch from kept_until - now()) / 86400)::int as days,
       (select count(*)::int from identities where member_id = $1) as identities
     from former_accounts where member_id = $1`,
    id,
  );
  return former;
}
const sweep = async () => {
  for (const table of ["former_accounts", "retained_blocks"]) await deleteExpired(app.ctx, table);
};

describe("a mailbox", () => {
  test.each([
    ["sam@example.com", "sam@example.com"],
    ["sam+gym@example.com", "sam@example.com"],
    ["s.am+gym+more@gmail.com", "sam@gmail.com"],
    ["s.am@googlemail.com", "sam@gmail.com"],
    ["s.am@example.com", "s.am@example.com"],
    ["+@example.com", "+@example.com"],
  ])("of %s is that of %s", (email, canonical) => {
    expect(canonicalEmail(email)).toBe(canonical);
  });
});

describe("a returning member who was blocked before", () => {
  test("is blocked again by their address, without notice to either side", async () => {
    const [victim, stalker] = [await createCompleteMember(app), await createConfirmedMember(app)];
    await block(victim, stalker);
    await leave(stalker);
    const again = await createMemberWith(app, stalker.email.toUpperCase());
    expect(await see(victim, again)).toEqual(APART);
    expect((await view(victim, again)).body).toEqual((await view(victim, { id: crypto.randomUUID() })).body);
    expect([(await crush(victim, again)).status, (await crush(again, victim)).status]).toEqual(APART);
    expect(await seen(victim)).not.toContain(again.id);
    expect(await seen(again)).not.toContain(victim.id);
    expect([await blocked(victim), await blocked(again)]).toEqual([[], []]);
    const data = await fetch(
      app.address + (await app.call(requestDataExport, { body: { password: victim.password } }, victim.token)).body.url,
    );
    const files = await readZip(Buffer.from(await data.arrayBuffer()));
    expect(String(files.get("blocked.json"))).not.toContain(again.username);
  });

  test("is recognized by another spelling of the mailbox", async () => {
    const [victim, stalker] = [
      await createCompleteMember(app),
      await createConfirmedMember(app, newEmail("gmail.com")),
    ];
    await block(victim, stalker);
    await leave(stalker);
    const [name] = stalker.email.split("@");
    const again = await createConfirmedMember(app, `${name?.slice(0, 4)}.${name?.slice(4)}+new@googlemail.com`);
    expect(await see(victim, again)).toEqual(APART);
  });

  test("is recognized by a previous address, too", async () => {
    const [victim, stalker] = [await createCompleteMember(app), await createConfirmedMember(app)];
    await block(victim, stalker);
    const email = newEmail();
    await app.call(changeEmail, { body: { email, currentPassword: stalker.password } }, stalker.token);
    await confirmEmail(app, { id: stalker.id, email }, "change");
    await leave(stalker);
    for (const address of [stalker.email, email])
      expect(await see(victim, await createConfirmedMember(app, address))).toEqual(APART);
  });

  test("loses a match made in the meantime, without a hint on who ended it", async () => {
    const [victim, stalker] = [await createCompleteMember(app), await createConfirmedMember(app)];
    await block(victim, stalker);
    await leave(stalker);
    const again = await createCompleteMember(app);
    await crush(victim, again);
    expect((await crush(again, victim)).body.isMatch).toBe(true);
    await app.call(changeEmail, { body: { email: stalker.email, currentPassword: again.password } }, again.token);
    await confirmEmail(app, { id: again.id, email: stalker.email }, "change");
    expect(await see(victim, again)).toEqual(APART);
    expect(await blocked(victim)).toEqual([]);
  });

  test("can be blocked explicitly, and unblocked like any other member", async () => {
    const [victim, stalker] = [await createCompleteMember(app), await createConfirmedMember(app)];
    await block(victim, stalker);
    await leave(stalker);
    const again = await createConfirmedMember(app, stalker.email);
    await unblock(victim, again);
    expect(await see(victim, again)).toEqual(APART);
    await block(victim, again);
    expect(await blocked(victim)).toEqual([again.username]);
    await unblock(victim, again);
    expect(await see(victim, again)).toEqual(TOGETHER);
  });

  test("stays blocked after a second return, and after both sides have left and returned", async () => {
    const [victim, stalker] = [await createConfirmedMember(app), await createConfirmedMember(app)];
    await block(victim, stalker);
    await leave(stalker);
    await leave(await createConfirmedMember(app, stalker.email));
    const third = await createConfirmedMember(app, stalker.email);
    expect(await see(victim, third)).toEqual(APART);
    await leave(victim);
    await leave(third);
    const [fourth, victimAgain] = [
      await createConfirmedMember(app, stalker.email),
      await createConfirmedMember(app, victim.email),
    ];
    expect(await see(victimAgain, fourth)).toEqual(APART);
    expect(await blocked(victimAgain)).toEqual([]);
  });

  test("gets their own blocks back, by name, and can delete them", async () => {
    const [me, other] = [await createConfirmedMember(app), await createCompleteMember(app)];
    await block(me, other);
    await leave(me);
    const again = await createConfirmedMember(app, me.email);
    expect(await blocked(again)).toEqual([other.username]);
    expect((await view(again, other)).body.code).toBe("blocked");
    expect((await view(other, again)).body.code).toBe("profile_not_found");
    await unblock(again, other);
    expect(await see(again, other)).toEqual(TOGETHER);
  });

  test("does not learn the name of a member whom they blocked unseen", async () => {
    const [me, other] = [await createConfirmedMember(app), await createCompleteMember(app)];
    await app.call(updatePrivacy, { body: { hidden: true } }, other.token);
    await block(me, other);
    await leave(me);
    const again = await createConfirmedMember(app, me.email);
    expect(await blocked(again)).toEqual([]);
    expect((await view(again, other)).body.code).toBe("profile_not_found");
    await app.call(updatePrivacy, { body: { hidden: false } }, other.token);
    expect(await see(again, other)).toEqual(APART);
    expect(await blocked(again)).toEqual([other.username]);
  });

  test("is listed in past contacts like a member who was never blocked", async () => {
    const [victim, first] = [await createCompleteMember(app), await createConfirmedMember(app)];
    const second = await createConfirmedMember(app, first.email.replace("@", "+two@"));
    await crush(victim, second);
    await block(victim, first);
    expect(await see(victim, second)).toEqual(APART);
    const { body } = await app.call(safety.listPastContacts, { query: {} }, victim.token);
    expect(body.contacts).toMatchObject([{ _id: second.id, isBlocked: false }]);
  });

  test("is not blocked if the block was deleted in the meantime", async () => {
    const [victim, other] = [await createCompleteMember(app), await createConfirmedMember(app)];
    await crush(victim, other);
    await block(victim, other);
    await leave(other);
    await unblock(victim, other);
    expect(await see(victim, await createConfirmedMember(app, other.email))).toEqual(TOGETHER);
  });

  test.each([
    ["confirmed in neither account", createMemberWith, createMemberWith],
    ["confirmed in the second account only", createMemberWith, createConfirmedMember],
  ])("is blocked again by an address that is %s", async (_, join, joinAgain) => {
    const [victim, stalker] = [await createCompleteMember(app), await join(app, newEmail())];
    await block(victim, stalker);
    await leave(stalker);
    const again = await joinAgain(app, stalker.email);
    expect(await see(victim, again)).toEqual(APART);
    expect((await crush(again, victim)).status).toBe(404);
    expect(await blocked(victim)).toEqual([]);
  });

  test("does not get the owner of an address blocked by giving it", async () => {
    const [victim, friend, owner] = [
      await createCompleteMember(app),
      await createCompleteMember(app),
      await createConfirmedMember(app),
    ];
    await block(owner, friend);
    const stranger = await createMemberWith(app, owner.email.replace("@", "+two@"));
    await block(victim, stranger);
    expect(await see(victim, owner)).toEqual(TOGETHER);
    // Nor do they inherit whom the owner has blocked.
    expect(await see(friend, stranger)).toEqual(TOGETHER);
    // Effects on the owner reach them.
    await block(friend, owner);
    expect(await see(friend, stranger)).toEqual(APART);
  });

  test("is blocked with their second account as well", async () => {
    const [victim, first] = [await createCompleteMember(app), await createConfirmedMember(app)];
    const second = await createConfirmedMember(app, first.email.replace("@", "+two@"));
    expect(await see(victim, second)).toEqual(TOGETHER);
    await block(victim, first);
    expect(await see(victim, second)).toEqual(APART);
    expect(await blocked(victim)).toEqual([first.username]);
    await unblock(victim, first);
    expect(await see(victim, second)).toEqual(TOGETHER);
  });

  test("is blocked in either order of block and verification", async () => {
    for (let round = 0; round < 8; round++) {
      const [victim, first] = [await createCompleteMember(app), await createConfirmedMember(app)];
      const second = await createMemberWith(app, first.email.replace("@", "+two@"));
      const follow = await confirmLink(app, second);
      const [{ status }] = await Promise.all([block(victim, first), follow()]);
      expect(status).toBe(200);
      expect(await see(victim, second)).toEqual(APART);
    }
  });

  test("is blocked in either order of one account's deletion and the next one's verification", async () => {
    for (let round = 0; round < 8; round++) {
      const [victim, first] = [await createCompleteMember(app), await createConfirmedMember(app)];
      await block(victim, first);
      const second = await createMemberWith(app, first.email.replace("@", "+two@"));
      const follow = await confirmLink(app, second);
      const [{ status }] = await Promise.all([leave(first), follow()]);
      expect(status).toBe(200);
      expect(await see(victim, second)).toEqual(APART);
    }
  });
});

describe("moderation follows an address", () => {
  const decideAbout = async (member: TestMember, acts: readonly ActChoice[]) => {
    await report(await createCompleteMember(app), member);
    const [row] = await query("select id, version from cases where member_id = $1 and state = 'open'", member.id);
    const input = {
      caseId: row?.id,
      version: row?.version,
      acts,
      facts: "Three messages with threats.",
      rule: "consent" as const,
    };
    return decide(app.ctx, ADA, input);
  };
  const jobsAbout = ({ id }: TestMember, name: string) =>
    query("select data ->> 'source' as source from jobs.job where name = $1 and data ->> 'memberId' = $2", name, id);
  const fraudSignalsOf = async (member: TestMember) =>
    (await jobsAbout(member, "attach-fraud-signal")).map(({ source }) => source);
  const restrictionsOf = async ({ token }: TestMember) =>
    (await app.call(getProfile, {}, token)).body.profile.restrictions.map(({ kind }) => kind).toSorted();

  test("with the restrictions of the account before, once it is confirmed, until they are taken back", async () => {
    const [member, other] = [await createConfirmedMember(app), await createCompleteMember(app)];
    const { decisionId } = await decideAbout(member, [{ act: "mute", days: 7 }, { act: "require_selfie" }]);
    await leave(member);
    const again = await createMemberWith(app, member.email);
    // A hint in the app would tell whoever types an address.
    expect(await restrictionsOf(again)).toEqual([]);
    expect(await fraudSignalsOf(again)).toEqual([`linked:${again.id}:${member.id}`]);
    await confirmEmail(app, again);
    expect(await restrictionsOf(again)).toEqual(["messaging", "unlisted"]);
    expect((await app.call(getProfile, {}, again.token)).body.profile.isSelfieRequired).toBe(true);
    expect((await crush(again, other)).body.code).toBe("messaging_restricted");
    expect((await view(other, again)).status).toBe(404);
    await leave(again);
    const third = await createConfirmedMember(app, member.email);
    expect(await restrictionsOf(third)).toEqual(["messaging", "unlisted"]);
    await undoDecision(app.ctx, ADA, decisionId);
    expect(await restrictionsOf(third)).toEqual([]);
    expect((await view(other, third)).status).toBe(200);
  });

  test("with a case, if the account was suspended and one of the two is not confirmed", async () => {
    const member = await createMemberWith(app, newEmail());
    await report(await createCompleteMember(app), member);
    await leave(member);
    expect(await app.ctx.transact((tx) => setBanned(tx, member.id, null))).toBe(true);
    const again = await createMemberWith(app, member.email);
    expect(await fraudSignalsOf(again)).toEqual([`linked:${again.id}:${member.id}`]);
    await confirmEmail(app, again);
    expect(await jobsAbout(again, "suspend-returning-member")).toEqual([]);
  });

  test("which its own 'Not me' link does not free", async () => {
    const member = await createMemberWith(app, newEmail());
    await suspendMember(app.ctx, ADA, member.username, null, "Threats.");
    const token = randomBytes(32).toString("base64url");
    await query(
      "insert into email_tokens values (sha256($1::text::bytea), $2, 'verify', $3, now() + interval '1 day')",
      token,
      member.id,
      member.email,
    );
    expect((await app.call(disownAddress, { params: { token } })).status).toBe(400);
  });
});

describe("the identities of a deleted account", () => {
  test("are kept for 30 days without a reason, and not used", async () => {
    const me = await createConfirmedMember(app);
    await leave(me);
    expect(await keptOf(me)).toEqual({ reason: "left", days: 30, identities: 1 });
    const again = await createConfirmedMember(app, me.email);
    expect(await count("security_events where member_id = $1 and outcome = 'recognized'", again.id)).toBe(0);
    await query("update former_accounts set kept_until = now() where member_id = $1", me.id);
    await sweep();
    expect(await count("identities where member_id = $1", me.id)).toBe(0);
    expect(await count("identities where member_id = $1", again.id)).toBe(1);
  });

  test("are kept for 24 months after a report or with blocks, and then deleted with them", async () => {
    const [reported, blocking, other] = [
      await createConfirmedMember(app),
      await createConfirmedMember(app),
      await createConfirmedMember(app),
    ];
    await report(other, reported);
    await block(blocking, other);
    for (const one of [reported, blocking]) await leave(one);
    const months = [expect.toSatisfy((days) => days > 725 && days < 735)];
    expect(await keptOf(reported)).toEqual({ reason: "reported", days: months[0], identities: 1 });
    expect(await keptOf(blocking)).toEqual({ reason: "blocked", days: months[0], identities: 1 });
    await sweep();
    expect(await count("identities where member_id = $1", blocking.id)).toBe(1);
    for (const table of ["former_accounts", "retained_blocks"])
      await query(`update ${table} set kept_until = now() where kept_until > now() + interval '31 days'`);
    await sweep();
    for (const one of [reported, blocking]) expect(await count("identities where member_id = $1", one.id)).toBe(0);
    expect(await count("retained_blocks")).toBe(0);
  });

  test("get the same retention in either order of report and deletion", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 10; round++) {
      const [me, other] = [await createConfirmedMember(app), await createCompleteMember(app)];
      const [reporting] = await Promise.all([report(other, me), leave(me)]);
      expect((await keptOf(me))?.reason).toBe(reporting.status === 201 ? "reported" : "left");
      outcomes.add(String(reporting.status));
    }
    expect([...outcomes].every((status) => ["201", "404"].includes(status))).toBe(true);
  });

  test("are stored unreadable", async () => {
    const [me, other] = [await createConfirmedMember(app), await createConfirmedMember(app)];
    await block(other, me);
    await leave(me);
    expect(await findWords(app, [me.email, me.username])).toEqual([]);
    const plain = await query("select 1 from identities where hash = sha256($1::text::bytea)", me.email);
    expect(plain).toEqual([]);
  });
});

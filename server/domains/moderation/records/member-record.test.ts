import { describe, expect, test } from "vitest";
import { logout } from "#contract/accounts/accounts.ts";
import { addNote, decideCase } from "#contract/moderation/cases.ts";
import { getMemberRecord } from "#contract/moderation/member-records.ts";
import { deleteMember } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { LOOKUPS_MAX } from "#server/domains/moderation/staff/lookup-limit.service.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { cookieOf, loginFrom } from "#server/testing/login-helpers.ts";
import { createMember, registerMember } from "#server/testing/members.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;
const open = (memberId: string, staff: TestStaff) => callStaff(app, getMemberRecord, { params: { memberId } }, staff);

/** A day, without a time. */
const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);

test("has what support needs, with links to decisions and cases", async () => {
  const staff = await createStaff(app);
  const { id: caseId, reported } = await createReportCase(app);
  const { version } = await openCase(app, caseId, staff);
  const mute = { act: "mute" as const, days: 7 as const };
  const decision = {
    version,
    acts: [mute],
    rule: "consent" as const,
    facts: "Threats in a chat.",
    words: "",
    upheld: [],
  };
  await callStaff(app, decideCase, { params: { caseId }, body: decision }, staff);
  const note = { note: "Known from before", about: "member" as const };
  await callStaff(app, addNote, { params: { caseId }, body: note }, staff);
  await suspendMember(app.ctx, { who: "ada", reason: "Threats" }, reported.username, null, "Threats.");
  await query(
    `insert into checkouts (id, wallet_id, kind, package_id, crushes, amount_cents, session_id, payment_id, state,
       granted_at, refunded_cents)
     select gen_random_uuid(), id, 'package', 'power', 15, 999, 'cs_record', 'pi_record', 'granted', now(), 500
     from wallets where member_id = $1`,
    reported.id,
  );
  const { status, body } = await open(reported.id, await createStaff(app, "read_only"));
  expect(status).toBe(200);
  const { member } = body;
  expect(member).toMatchObject({
    _id: reported.id,
    username: reported.username,
    status: "suspended",
    joinedOn: day,
    lastActiveOn: day,
    deletedOn: null,
    ban: null,
    hasSecondFactor: false,
    balance: expect.any(Number),
    membership: null,
    arePaymentsHeld: false,
    cases: [{ _id: caseId, kind: "member", isOpen: false }],
    notes: [{ note: "Known from before", by: staff.name }],
    linked: [],
  });
  expect(member.payments).toEqual([
    {
      number: "cs_record",
      paymentId: "pi_record",
      product: "Power Pack",
      amountCents: 999,
      refundedCents: 500,
      withdrawal: null,
      paidAt: expect.any(String),
    },
  ]);
  expect(member.restrictions).toEqual([
    { kind: "suspended", until: null, rule: "guidelines" },
    { kind: "messaging", until: expect.any(String), rule: "consent" },
  ]);
  expect(member.decisions).toMatchObject([
    { acts: ["suspend"], rule: "guidelines", by: "ada", caseId: null },
    { acts: ["mute"], rule: "consent", by: staff.name, caseId, undoneAt: null, appeal: null },
  ]);
});

test("shows neither addresses nor what the member wrote", async () => {
  const { reported } = await createReportCase(app);
  const { body } = await open(reported.id, await createStaff(app, "reports"));
  expect(body.member.email).toBe("m…@e….com");
  const text = JSON.stringify(body);
  for (const secret of [reported.email, "Something nasty", "They go on"]) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/latitude|h3_cell|dateOfBirth|date_of_birth|token|network|198\.18\./);
});

test("counts sessions with their devices, and linked accounts", async () => {
  const [member, other] = [await registerMember(app), await registerMember(app)];
  const first = cookieOf(await loginFrom(app, other));
  await loginFrom(app, { ...member, cookie: first });
  const staff = await createStaff(app);
  const { body } = await open(member.id, staff);
  expect(body.member).toMatchObject({ isEmailConfirmed: false });
  expect(body.member.sessions).toHaveLength(2);
  expect(body.member.sessions[0]).toEqual({ device: expect.any(String), lastUsedOn: day });
  expect(body.member.linked).toMatchObject([{ memberId: other.id, username: other.username, kinds: ["device"] }]);
  await app.call(logout, {}, member.token);
  expect((await open(member.id, staff)).body.member.sessions).toHaveLength(1);
});

test("says of a deleted account what is kept, and whether its owner may return", async () => {
  const staff = await createStaff(app);
  const { id: caseId, reported } = await createReportCase(app);
  await suspendMember(app.ctx, { who: "ada", reason: "Threats" }, reported.username, null, "Threats.");
  await deleteMember(app.ctx, { who: "ada", reason: "Asked for it" }, reported.id);
  const { status, body } = await open(reported.id, staff);
  expect(status).toBe(200);
  expect(body.member).toMatchObject({
    username: null,
    status: "deleted",
    deletedOn: day,
    lastActiveOn: null,
    email: null,
    sessions: [],
    ban: { until: null },
    cases: [{ _id: caseId }],
    decisions: [{ acts: ["suspend"] }],
  });
});

describe("who may look", () => {
  test("are not people who work on pictures only", async () => {
    const { id } = await createMember(app);
    const refused = await open(id, await createStaff(app, "photos"));
    expect([refused.status, refused.body.code]).toEqual([403, "staff_forbidden"]);
    const missing = await open("00000000-0000-4000-8000-000000000000", await createStaff(app));
    expect([missing.status, missing.body.code]).toEqual([404, "not_found"]);
  });

  test("see no link to cases of a kind that they do not work on", async () => {
    const all = await createStaff(app);
    const { id: memberId } = await createMember(app);
    await query(
      "insert into cases (id, kind, member_id, image_key, due_at) values (gen_random_uuid(), 'picture', $1, replace(gen_random_uuid()::text, '-', ''), now())",
      memberId,
    );
    const [{ id: caseId }] = await query("select id from cases where member_id = $1", memberId);
    const { version } = await openCase(app, caseId, all);
    const decision = {
      version,
      acts: [{ act: "no_action" as const }],
      rule: "consent" as const,
      facts: "",
      words: "",
      upheld: [],
    };
    await callStaff(app, decideCase, { params: { caseId }, body: decision }, all);
    const linkOf = async (staff: TestStaff) => (await open(memberId, staff)).body.member.decisions[0]?.caseId;
    expect([await linkOf(all), await linkOf(await createStaff(app, "reports"))]).toEqual([caseId, null]);
  });

  test("are in the log with each look, and see a hundred members in a day", async () => {
    const [staff, other] = [await createStaff(app, "reports"), await createStaff(app)];
    const members = [await createMember(app), await createMember(app)];
    const [first, second] = members.map(({ id }) => id) as [string, string];
    for (let i = 0; i < 2; i++) expect((await open(first, staff)).status).toBe(200);
    const looks = (await readAuditLog(app.ctx.db, first, 5)).map(({ actor, action }) => [actor, action]);
    expect(looks).toEqual([1, 2].map(() => [staff.name, "show member"]));
    await query(
      `insert into audit_log (id, actor, staff_id, action, target)
       select id::uuid, $2, $3, 'show member', gen_random_uuid() from unnest($1::text[]) as id`,
      Array.from({ length: LOOKUPS_MAX["show member"] - 1 }, newTimeOrderedId),
      staff.name,
      staff.id,
    );
    const refused = await open(second, staff);
    expect([refused.status, refused.body.code]).toEqual([429, "staff_look_limit"]);
    // Not counted again.
    expect((await open(first, staff)).status).toBe(200);
    expect((await open(second, other)).status).toBe(200);
  });
});

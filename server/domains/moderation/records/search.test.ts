import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { sendNotice } from "#contract/moderation/notices.ts";
import { searchRecords } from "#contract/moderation/search.ts";
import { sendContactMessage } from "#contract/site/site.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { sendObjection } from "#server/domains/moderation/objections/objections.service.ts";
import { LOOKUPS_MAX } from "#server/domains/moderation/staff/lookup-limit.service.ts";
import { newId, newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { createReportCase, findOpenCase } from "#server/testing/cases.ts";
import { contactMessage } from "#server/testing/contact-message.ts";
import { createMember, registerMember } from "#server/testing/members.ts";
import { attachNotices } from "#server/testing/notices.ts";
import { randomLetters } from "#server/testing/random-letters.ts";
import { callStaff, createStaff, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;

const search = (text: string, staff: TestStaff) => callStaff(app, searchRecords, { body: { text } }, staff);
const logOf = async ({ name }: TestStaff) =>
  (await readAuditLog(app.ctx.db, undefined, 500)).filter(({ actor, action }) => actor === name && action === "search");

/** @returns the number in the confirmation, and the payment's at the provider */
async function createPurchase(memberId: string) {
  const [number, payment] = [`cs_test_${randomLetters(20)}1`, `pi_${randomLetters(20)}2`];
  await query(
    `insert into checkouts (id, wallet_id, kind, package_id, crushes, amount_cents, session_id, payment_id, state, granted_at)
     select gen_random_uuid(), id, 'package', 'power', 15, 999, $2, $3, 'granted', now() from wallets where member_id = $1`,
    memberId,
    number,
    payment,
  );
  return { number, payment };
}

describe("members", () => {
  test("are found by a part of their name, the whole name first, and by link or id", async () => {
    const staff = await createStaff(app, "reports");
    const part = randomLetters(10);
    const [inside, whole, begin] = [await createMember(app), await createMember(app), await createMember(app)];
    const rename = (id: string, name: string) =>
      query(
        "update profiles set username = $2, username_normalized = $2, username_skeleton = $2 where member_id = $1",
        id,
        name,
      );
    await rename(inside.id, `the_${part}`);
    await rename(whole.id, part);
    await rename(begin.id, `${part}_lifts`);
    const found = await search(`@${part.toUpperCase()}`, staff);
    expect(found.body.members.map(({ _id }) => _id)).toEqual([whole.id, begin.id, inside.id]);
    expect(found.body).toMatchObject({ isMore: false, cases: [], reports: [], notices: [], payments: [] });
    for (const text of [whole.id, `https://spotter.test/profile/${whole.id}?from=chat`])
      expect((await search(text, staff)).body.members).toMatchObject([
        { username: part, status: "active", email: null },
      ]);
    expect((await search("%%%", staff)).body.members).toEqual([]);
    expect((await search(`${part.slice(0, 4)}_${part.slice(5)}`, staff)).body.members).toEqual([]);
  });

  test("are found by their whole address in any case, which is shown masked", async () => {
    const staff = await createStaff(app, "read_only");
    const member = await registerMember(app);
    const { status, body } = await search(`  ${member.email.toUpperCase()} `, staff);
    expect(status).toBe(200);
    expect(body.members).toMatchObject([{ _id: member.id, email: "m…@e….com" }]);
    expect(JSON.stringify(body)).not.toContain(member.email);
    expect((await search(member.email.slice(1), staff)).body.members).toEqual([]);
  });

  test("are found by a part of a name from three letters on, twenty at once", async () => {
    const staff = await createStaff(app);
    for (const text of ["", "  ", "ab", "@ab"]) {
      const { status, body } = await search(text, staff);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ["text"]]);
    }
    const part = randomLetters(3);
    await query(
      `with made as (insert into members (id) select gen_random_uuid() from generate_series(1, 21) returning id)
       insert into profiles (member_id, username, username_normalized, username_skeleton)
       select id, id, $1 || id, id from made`,
      part,
    );
    const { body } = await search(part, staff);
    expect([body.members.length, body.isMore]).toEqual([20, true]);
  });

  test("are found by names that begin like a number", async () => {
    const staff = await createStaff(app);
    for (const name of [`r-lifter${randomLetters(6)}`, `sub_zero_${randomLetters(12)}`]) {
      const { id } = await createMember(app);
      await query("update profiles set username = $2, username_normalized = $2 where member_id = $1", id, name);
      expect((await search(name, staff)).body.members).toMatchObject([{ _id: id }]);
    }
  });

  test("are found without a scan of all names", async () => {
    const plan = await app.ctx.transact(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<Record<string, string>>`
        explain select member_id from profiles where username_normalized like '%lift%'`.execute(tx);
      return JSON.stringify(rows);
    });
    expect(plan).toContain("profiles_by_name_part");
  });

  test("who deleted their account are found by id, without a name", async () => {
    const staff = await createStaff(app);
    const member = await registerMember(app);
    await app.call(deleteAccount, { body: { password: member.password } }, member.token);
    expect((await search(member.id, staff)).body.members).toMatchObject([{ username: null, status: "deleted" }]);
    for (const text of [member.username, member.email]) expect((await search(text, staff)).body.members).toEqual([]);
  });
});

describe("numbers", () => {
  test("of reports, notices and cases lead to the case", async () => {
    const staff = await createStaff(app);
    const { id: caseId, reported } = await createReportCase(app);
    const [{ code }] = await query("select code from reports where reported_id = $1", reported.id);
    const reports = [{ number: code, reason: "Harassment or threats", isOpen: true, caseId }];
    expect((await search(code.toLowerCase(), staff)).body.reports).toMatchObject(reports);
    const place = `https://spotter.test/profile/${reported.id}`;
    const notice = { kind: "illegal" as const, place, details: "It sells what is forbidden.", name: "Maya Ortiz" };
    const sent = await app.call(sendNotice, {
      body: { ...notice, email: "maya.ortiz@example.com", isGoodFaith: true },
    });
    const { number } = sent.body;
    expect((await search(number, staff)).body.notices).toMatchObject([{ number, kind: "illegal", caseId: null }]);
    await attachNotices(app);
    expect((await search(number, staff)).body.notices).toMatchObject([{ number, isOpen: true, caseId }]);
    for (const text of [caseId, `https://spotter.test/moderation/cases/${caseId}`])
      expect((await search(text, staff)).body).toMatchObject({
        cases: [{ _id: caseId, kind: "member", isOpen: true, username: reported.username }],
        members: [],
      });
  });

  test("of a report that is looked at again leads to the case that does", async () => {
    const staff = await createStaff(app);
    const { id: first, reported } = await createReportCase(app);
    const [{ id, code }] = await query("select id, code from reports where reported_id = $1", reported.id);
    const [{ version }] = await query("select version from cases where id = $1", first);
    const by = { kind: "operator", who: "ada", reason: "" } as const;
    await decide(app.ctx, by, { caseId: first, version, acts: [{ act: "no_action" }] });
    expect((await search(code, staff)).body.reports).toMatchObject([{ isOpen: false, caseId: first }]);
    await sendObjection(app.ctx, id, "He did it again.");
    const caseId = await findOpenCase(app, reported.id);
    expect(caseId).not.toBe(first);
    expect((await search(code, staff)).body.reports).toMatchObject([{ isOpen: true, caseId }]);
  });

  test("of a thread of contact messages leads to its cases, for those who answer them", async () => {
    const body = contactMessage();
    await app.call(sendContactMessage, { body });
    const [{ number, id }] = await query(
      `select contact_threads.number, cases.id from contact_messages
       join contact_threads on contact_threads.id = thread_id
       join cases on contact_thread_id = contact_threads.id where email = $1`,
      body.email,
    );
    const found = async (staff: TestStaff) => (await search(number.toLowerCase(), staff)).body.cases;
    expect(await found(await createStaff(app, "reports"))).toMatchObject([{ _id: id, kind: "contact", isOpen: true }]);
    expect(await found(await createStaff(app, "photos"))).toEqual([]);
  });

  test("of a purchase, a payment and a customer lead to who paid", async () => {
    const staff = await createStaff(app, "reports");
    const member = await createMember(app);
    const { number, payment } = await createPurchase(member.id);
    const paid = { product: "Power Pack", amountCents: 999, memberId: member.id, username: member.username };
    for (const text of [number, payment])
      expect((await search(text, staff)).body.payments).toMatchObject([{ ...paid, number: text }]);
    const subscription = `sub_${randomLetters(16)}3`;
    await query("insert into subscriptions (provider_id, member_id) values ($1, $2)", subscription, member.id);
    const renewals = [`pi_${randomLetters(16)}4`, `pi_${randomLetters(16)}5`];
    for (const [i, id] of renewals.entries())
      await query(
        `insert into subscription_payments (payment_id, subscription_id, created_at)
         values ($1, $2, now() + make_interval(days => $3))`,
        id,
        subscription,
        i,
      );
    expect((await search(renewals[1] ?? "", staff)).body.payments).toMatchObject([
      { product: "Unlimited membership", amountCents: null, memberId: member.id },
    ]);
    const customer = `cus_${randomLetters(12)}6`;
    await query("insert into customers (member_id, provider_id) values ($1, $2)", member.id, customer);
    expect((await search(customer, staff)).body).toMatchObject({ payments: [], members: [{ _id: member.id }] });
    expect((await search(`pi_${randomLetters(20)}9`, staff)).body).toMatchObject({ payments: [], members: [] });
  });
});

test("who works on pictures finds their cases by id, and no member", async () => {
  const photos = await createStaff(app, "photos");
  const { id: caseId, reported } = await createReportCase(app);
  const { number } = await createPurchase(reported.id);
  const [{ code }] = await query("select code from reports where reported_id = $1", reported.id);
  const nothing = { success: true, members: [], isMore: false, cases: [], reports: [], notices: [], payments: [] };
  for (const text of [reported.username, reported.email, reported.id, number, code, caseId])
    expect((await search(text, photos)).body).toEqual(nothing);
  const imageKey = newId().replaceAll("-", "");
  const subject = { kind: "picture", memberId: reported.id, imageKey } as const;
  const item = { kind: "picture_check", sourceId: imageKey, subject, weight: 1, dueAt: new Date() } as const;
  const pictureCase = await app.ctx.transact((tx) => attachToCase(tx, item));
  expect((await search(pictureCase, photos)).body.cases).toMatchObject([{ _id: pictureCase, kind: "picture" }]);
  expect((await search(pictureCase, await createStaff(app, "reports"))).body.cases).toEqual([]);
});

describe("the audit log", () => {
  test("has each search with whom it showed, and neither a name nor an address", async () => {
    const staff = await createStaff(app);
    const member = await registerMember(app);
    for (const text of [member.email, member.username, member.username.toUpperCase(), member.id, "nobody at all"])
      await search(text, staff);
    const entries = (await logOf(staff)).reverse();
    const one = { found: 1, term: expect.any(String) };
    expect(entries.map(({ target, details }) => [target, details])).toEqual([
      [member.id, { ...one, by: "email" }],
      [member.id, { ...one, by: "name" }],
      [member.id, { ...one, by: "name" }],
      [member.id, { by: "id", term: member.id, found: 1 }],
      [null, { by: "name", term: expect.stringMatching(/^[0-9a-f]{12}$/), found: 0 }],
    ]);
    const [, first, second] = entries.map(({ details }) => details["term"]);
    expect(first).toBe(second);
    for (const words of [member.username, member.email, "nobody"])
      expect(JSON.stringify(entries.map(({ target, details }) => [target, details]))).not.toContain(words);
  });

  test("limits the searches of a person in a day, also at the same time", async () => {
    const [staff, other] = [await createStaff(app), await createStaff(app)];
    const insertEarlier = (many: number, hours: number) =>
      query(
        `insert into audit_log (id, occurred_at, actor, staff_id, action)
         select id::uuid, now() - make_interval(hours => $2), $3, $4, 'search' from unnest($1::text[]) as id`,
        Array.from({ length: many }, newTimeOrderedId),
        hours,
        staff.name,
        staff.id,
      );
    await insertEarlier(5, 25);
    await insertEarlier(LOOKUPS_MAX.search - 1, 2);
    const answers = await Promise.all([1, 2].map(() => search("nobody at all", staff)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    const refused = await search("nobody at all", staff);
    expect(refused.body.code).toBe("staff_look_limit");
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(21.9 * 3600);
    expect(wait).toBeLessThanOrEqual(22 * 3600);
    expect((await search("nobody at all", other)).status).toBe(200);
  });
});

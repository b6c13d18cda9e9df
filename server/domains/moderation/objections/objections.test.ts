import { beforeAll, expect, test } from "vitest";
import { getAppeal, sendAppeal } from "#contract/moderation/appeals.ts";
import { claimCase, closeCases, decideCase } from "#contract/moderation/cases.ts";
import { sendNotice } from "#contract/moderation/notices.ts";
import { listReports } from "#contract/moderation/reports.ts";
import { closeNotice, listUnassignedNotices } from "#contract/moderation/unassigned-notices.ts";
import { objectionTokenOf } from "#server/domains/moderation/objections/objections.policy.ts";
import { appealTokenOf } from "#server/domains/moderation/restrictions/appeal-token.policy.ts";
import { removeStaffMember } from "#server/domains/moderation/staff/staff.service.ts";
import { findTransparencyReport } from "#server/domains/site/figures/transparency.queries.ts";
import { addReport, createReportCase, findOpenCase, type TestCase } from "#server/testing/cases.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { confirmEmail } from "#server/testing/members.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const mailer = createFakeMailer();
const app = testApp({}, { mailer, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

let [ada, ben]: TestStaff[] = [];
beforeAll(async () => {
  [ada, ben] = [await createStaff(app), await createStaff(app)];
});

async function decide(staff: TestStaff | undefined, caseId: string, given: object) {
  const { version } = await openCase(app, caseId, staff as TestStaff);
  const body = {
    version,
    acts: [{ act: "no_action" as const }],
    rule: "consent" as const,
    facts: "",
    words: "",
    upheld: [],
  };
  return callStaff(app, decideCase, { params: { caseId }, body: { ...body, ...given } }, staff);
}

/** @returns the token in the mail that says so */
async function createDismissed(): Promise<
  TestCase & { readonly number: string; readonly reportId: string; readonly token: string }
> {
  const opened = await createReportCase(app, "Someone is in danger");
  await confirmEmail(app, opened.reporter);
  const [{ id: reportId, code: number }] = await query(
    "select id, code from reports where reported_id = $1",
    opened.reported.id,
  );
  expect((await decide(ada, opened.id, {})).status).toBe(200);
  const { text } = await mailer.newest(opened.reporter.email, `Your report ${number} is decided`);
  const [, token = ""] = /\/appeal\/([\w-]+)/.exec(text) ?? [];
  return { ...opened, number, reportId, token };
}

const read = async (token: string) => (await app.call(getAppeal, { params: { token } })).body;
const object = (token: string, words = "It was a knife.") =>
  app.call(sendAppeal, { params: { token }, body: { words } });

test("a reporter asks for another look, once, which a colleague decides with the report before them", async () => {
  const { reporter, reported, number, reportId, token } = await createDismissed();
  expect(await read(token)).toMatchObject({
    statement: null,
    answered: { kind: "report", number, outcome: "not_upheld" },
    appeal: null,
    canAppeal: true,
    membership: null,
  });
  const [{ year }] = await query(
    "select extract(year from created_at at time zone 'UTC')::int as year from reports where id = $1",
    reportId,
  );
  const decided = async () => (await findTransparencyReport(app.ctx.db, year)).reports["Someone is in danger"]?.decided;
  const decidedBefore = await decided();
  const sent = await Promise.all([object(token), object(token)]);
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await read(token)).toMatchObject({
    answered: { outcome: null },
    appeal: { words: "It was a knife.", outcome: null },
    canAppeal: false,
  });
  // The year's figures keep when it was decided first.
  expect(await decided()).toBe(decidedBefore);
  const listed = async () => (await app.call(listReports, {}, reporter.token)).body.reports[0];
  expect(await listed()).toMatchObject({ outcome: null, objectToken: null });

  const caseId = await findOpenCase(app, reported.id);
  const [item] = await query(
    "select kind, due_at - attached_at as term from case_items where case_id = $1 and done_at is null",
    caseId,
  );
  expect(item).toMatchObject({ kind: "objection", term: { hours: 1 } });
  const { reports } = await openCase(app, caseId, ben as TestStaff);
  expect(reports).toMatchObject([
    { number, isOpen: true, objection: { words: "It was a knife.", decidedBy: ada?.name, isForAnother: false } },
  ]);
  const image = await fetch(`${app.address}${reports[0]?.images[0]?.url ?? "/healthz"}`, {
    headers: { cookie: ben?.cookie ?? "" },
  });
  expect(image.status).toBe(200);
  const given = { acts: [{ act: "suspend", until: null }], rule: "danger", facts: "A threat.", upheld: [reportId] };
  expect((await decide(ben, caseId, given)).status).toBe(200);
  const { text } = await mailer.newest(reporter.email, `We looked at your report ${number} again`);
  expect(text).toContain("we dealt with it");
  expect(text).not.toContain("/appeal/");
  expect(await read(token)).toMatchObject({ answered: { outcome: "upheld" }, appeal: { outcome: "reversed" } });
  expect(await listed()).toMatchObject({ outcome: "upheld", objectToken: null });
});

test("who decided first leaves it to a colleague, and many at once never close it", async () => {
  const { reported, reportId, token } = await createDismissed();
  await object(token);
  const caseId = await findOpenCase(app, reported.id);
  const [{ version }] = await query("select version from cases where id = $1", caseId);
  const shown = await callStaff(app, claimCase, { params: { caseId }, body: { version } }, ada);
  expect(shown.body.case.isForAnother).toBe(true);
  expect(shown.body.evidence?.reports[0]?.objection?.isForAnother).toBe(true);
  const refused = await decide(ada, caseId, { acts: [{ act: "unlist" }], facts: "So.", upheld: [reportId] });
  expect([refused.status, refused.body.code]).toEqual([400, "invalid"]);
  const closeMany = async (id: string, by: TestStaff | undefined) =>
    (await callStaff(app, closeCases, { body: { cases: [{ caseId: id, version }] } }, by)).body;
  expect(await closeMany(caseId, ada)).toMatchObject({ closed: 0, left: 1 });
  expect(await read(token)).toMatchObject({ appeal: { outcome: null } });

  const other = await createDismissed();
  await object(other.token);
  const otherId = await findOpenCase(app, other.reported.id);
  await openCase(app, otherId, ben as TestStaff);
  expect(await closeMany(otherId, ben)).toMatchObject({ closed: 0, left: 1 });
});

test("the first one decides where nobody else is at work, and says that it stays", async () => {
  const { reported, reporter, number, token } = await createDismissed();
  await object(token);
  const others = await query("select id from staff_members where id <> $1 and removed_at is null", ada?.id);
  for (const { id } of others) await removeStaffMember(app.ctx, { who: "root", reason: "" }, id);
  expect((await decide(ada, await findOpenCase(app, reported.id), {})).status).toBe(200);
  const { text } = await mailer.newest(reporter.email, `We looked at your report ${number} again`);
  expect(text).toContain("We found nothing in it");
  expect(text).not.toContain("/appeal/");
  expect(await read(token)).toMatchObject({ appeal: { outcome: "upheld" }, canAppeal: false });
});

test("a report that is asked about again can be answered beside an appeal of the decision about it", async () => {
  const [one, two] = [await createStaff(app), await createStaff(app)];
  const { id: first, reported, reporter } = await createReportCase(app);
  await confirmEmail(app, reporter);
  const { number } = await addReport(app, reported, "Harassment or threats");
  const { reports } = await openCase(app, first, one);
  const right = reports.find((report) => report.number === number);
  const wrong = reports.find((report) => report.number !== number);
  const muted = { acts: [{ act: "mute", days: 1 }], facts: "Threats.", upheld: [right?._id] };
  expect((await decide(one, first, muted)).status).toBe(200);
  const [{ id: decisionId }] = await query("select id from decisions where case_id = $1", first);
  await object(appealTokenOf(app.ctx, decisionId), "I did not.");
  expect((await object(objectionTokenOf(app.ctx, wrong?._id ?? ""))).status).toBe(201);
  const caseId = await findOpenCase(app, reported.id);
  const shown = await openCase(app, caseId, two);
  expect(shown.appeals[0]?.reports.map(({ _id }) => _id)).toContain(wrong?._id);
  expect(shown.reports.map(({ _id }) => _id)).toEqual([wrong?._id]);
});

test("the sender of a notice that leads to nobody gets it back among those without a member", async () => {
  const [staff, other] = [await createStaff(app), await createStaff(app)];
  const email = `${crypto.randomUUID()}@example.com`;
  const form = {
    kind: "illegal",
    place: "Somewhere",
    details: "This is not right at all.",
    name: "Kit Moss",
    email,
  } as const;
  const { number } = (await app.call(sendNotice, { body: { ...form, isGoodFaith: true } })).body;
  const [{ id: noticeId }] = await query("select id from notices where email = $1", email);
  await callStaff(app, closeNotice, { params: { noticeId } }, staff);
  const { text } = await mailer.newest(email, `Your notice ${number} is decided`);
  const [, token = ""] = /\/appeal\/([\w-]+)/.exec(text) ?? [];
  expect((await object(token, "I sent the wrong name.")).status).toBe(201);
  const seenBy = async (one: TestStaff) =>
    (await callStaff(app, listUnassignedNotices, {}, one)).body.notices.find((notice) => notice.number === number);
  const words = "I sent the wrong name.";
  expect((await seenBy(other))?.objection).toMatchObject({ words, isForAnother: false });
  expect((await seenBy(staff))?.objection).toMatchObject({ words, isForAnother: true });
  const close = (by: TestStaff) => callStaff(app, closeNotice, { params: { noticeId } }, by);
  expect((await close(staff)).body.code).toBe("appeal_own_decision");
  expect((await close(other)).status).toBe(200);
  const again = await mailer.newest(email, `We looked at your notice ${number} again`);
  expect(again.text).not.toContain("/appeal/");
  expect(await read(token)).toMatchObject({ answered: { kind: "notice" }, appeal: { outcome: "upheld" } });
});

test("nobody objects who was right, or later than six months, or with a link of their own making", async () => {
  const { id, reported } = await createReportCase(app);
  const [{ id: reportId }] = await query("select id from reports where reported_id = $1", reported.id);
  await decide(ada, id, { acts: [{ act: "unlist" }], facts: "So.", upheld: [reportId] });
  expect((await object(objectionTokenOf(app.ctx, reportId))).body.code).toBe("appeal_too_late");
  const late = await createDismissed();
  await query("update reports set resolved_at = now() - interval '7 months' where id = $1", late.reportId);
  expect((await object(late.token)).body.code).toBe("appeal_too_late");
  const bytes = Buffer.from(late.token, "base64url");
  bytes[31] = (bytes[31] ?? 0) ^ 1;
  for (const token of [
    bytes.toString("base64url"),
    late.token.slice(1),
    objectionTokenOf(app.ctx, crypto.randomUUID()),
  ])
    expect((await object(token)).status).toBe(404);
  expect(await query("select 1 from objections where id = any($1)", [reportId, late.reportId])).toEqual([]);
});

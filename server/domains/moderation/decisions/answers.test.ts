import { beforeAll, describe, expect, test } from "vitest";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { getAppeal } from "#contract/moderation/appeals.ts";
import { type DecisionBody, decideCase, previewDecision, undoDecision } from "#contract/moderation/cases.ts";
import { sendNotice } from "#contract/moderation/notices.ts";
import { listReports } from "#contract/moderation/reports.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import { objectionTokenOf } from "#server/domains/moderation/objections/objections.policy.ts";
import { sendObjection } from "#server/domains/moderation/objections/objections.service.ts";
import { liftMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { findReporterRecord } from "#server/domains/moderation/reports/reports.queries.ts";
import { findTransparencyReport } from "#server/domains/site/figures/transparency.queries.ts";
import { addReport, createReportCase, findAnswerable, findOpenCase } from "#server/testing/cases.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { confirmEmail, createMember, type TestMember } from "#server/testing/members.ts";
import { attachNotices } from "#server/testing/notices.ts";
import { runJob } from "#server/testing/run-job.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

/** Jobs wait in the queue, and are run by the tests. */
const mailer = createFakeMailer();
const DELAY_S = 90;
const app = testApp({ statementDelaySeconds: DELAY_S }, { mailer });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

let staff: TestStaff;
beforeAll(async () => {
  staff = await createStaff(app);
});

interface Given extends Partial<Omit<DecisionBody, "acts">> {
  readonly acts: ActChoice[];
}

async function call(endpoint: typeof decideCase, caseId: string, given: Given) {
  const { version } = await openCase(app, caseId, staff);
  const body = { version, rule: "consent" as RuleKey, facts: "Threats.", words: "", upheld: [], ...given };
  return callStaff(app, endpoint, { params: { caseId }, body }, staff);
}

async function decide(caseId: string, given: Given): Promise<string> {
  const { status, body } = await call(decideCase, caseId, given);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.decisionId;
}

const preview = async (caseId: string, given: Given) =>
  (await call(previewDecision as unknown as typeof decideCase, caseId, given)) as unknown as Awaited<
    ReturnType<typeof callStaff<typeof previewDecision>>
  >;

const reportOf = async (number: string) =>
  (await query("select id, resolution, neutral_outcome from reports where code = $1", number))[0];
const mailsTo = ({ email }: TestMember) => mailer.mails.filter(({ to }) => to === email);
const lastMailTo = (member: TestMember) => mailsTo(member).at(-1)?.text ?? "";
const mailOutcome = (reportId: string) => runJob(app.ctx, "email-report-outcome", { reportId });

/** As if the delay was over. */
const waitOut = (reportId: string) =>
  query("update reports set resolved_at = resolved_at - interval '90 seconds' where id = $1", reportId);

async function createMixedCase() {
  const { reported, id: caseId } = await createReportCase(app, "Someone is in danger");
  const harassed = await addReport(app, reported, "Harassment or threats");
  const email = `${crypto.randomUUID()}@example.com`;
  const form = {
    kind: "illegal",
    place: "Somewhere",
    details: "Sells steroids to members.",
    name: "Kit Moss",
    email,
  } as const;
  const sent = await app.call(sendNotice, { body: { ...form, username: reported.username, isGoodFaith: true } });
  expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
  await attachNotices(app);
  const [danger] = await query(
    "select id, reporter_id from reports where reason = 'Someone is in danger' and reported_id = $1",
    reported.id,
  );
  return { caseId, reported, harassed, email, danger };
}

describe("each report and notice", () => {
  test("gets the answer that was ticked, which mails, weights and figures follow", async () => {
    const { caseId, harassed, email, danger } = await createMixedCase();
    const year = new Date().getUTCFullYear();
    const before = await findTransparencyReport(app.ctx.db, year);
    await decide(caseId, { acts: [{ act: "suspend", until: null }], rule: "danger", upheld: [danger.id] });
    expect(await query("select resolution from reports where id = $1", danger.id)).toEqual([
      { resolution: "suspended" },
    ]);
    expect(await reportOf(harassed.number)).toMatchObject({ resolution: "none", neutral_outcome: null });
    expect(await query("select is_upheld from notices where email = $1", email)).toEqual([{ is_upheld: false }]);
    expect(await findReporterRecord(app.ctx.db, danger.reporter_id)).toEqual({ upheld: 1, dismissed: 0 });
    expect(await findReporterRecord(app.ctx.db, harassed.reporter.id)).toEqual({ upheld: 0, dismissed: 1 });
    const { id } = await reportOf(harassed.number);
    await waitOut(id);
    await mailOutcome(id);
    expect(lastMailTo(harassed.reporter)).toContain("We found nothing in it");
    const [{ id: noticeId }] = await query(
      "update notices set decided_at = decided_at - interval '90 seconds' where email = $1 returning id",
      email,
    );
    await runJob(app.ctx, "email-notice-outcome", { noticeId });
    expect(mailer.mails.findLast(({ to }) => to === email)?.text).toContain("We found nothing to remove");
    const after = await findTransparencyReport(app.ctx.db, year);
    const actedOn = ({ reports, notices }: typeof after) =>
      Object.values({ ...reports, ...notices }).reduce((sum, one) => sum + one.actedOn, 0);
    expect(actedOn(after) - actedOn(before)).toBe(1);
  });

  test("can have been so although nothing new is decided, which is no act in the figures", async () => {
    const { reported, id: caseId } = await createReportCase(app, "Something else");
    const late = await addReport(app, reported, "Harassment or threats");
    const { id } = await reportOf(late.number);
    const figures = async () =>
      (await findTransparencyReport(app.ctx.db, new Date().getUTCFullYear())).reports["Harassment or threats"];
    const before = await figures();
    await decide(caseId, { acts: [{ act: "no_action" }], upheld: [id] });
    expect(await reportOf(late.number)).toMatchObject({ resolution: "noted" });
    expect(await findReporterRecord(app.ctx.db, late.reporter.id)).toEqual({ upheld: 1, dismissed: 0 });
    await waitOut(id);
    await mailOutcome(id);
    expect(lastMailTo(late.reporter)).toContain("goes against our guidelines. We decided nothing new because of it.");
    expect(lastMailTo(late.reporter)).not.toMatch(/we dealt with it|\/appeal\//);
    expect(await figures()).toMatchObject({ decided: (before?.decided ?? 0) + 1, actedOn: before?.actedOn });
  });

  test("is not refunded a crush if it was not so", async () => {
    const { caseId, harassed, danger } = await createMixedCase();
    const refunds = () =>
      query(
        "select member_id from ledger_entries join wallets on wallets.id = wallet_id where kind = 'refund' and member_id = any($1)",
        [danger.reporter_id, harassed.reporter.id],
      );
    await decide(caseId, { acts: [{ act: "unlist" }, { act: "refund_crushes" }], upheld: [danger.id] });
    expect(await refunds()).toEqual([{ member_id: danger.reporter_id }]);
  });
});

describe("for a minute and a half", () => {
  test("nothing leaves, and an undo needs no email", async () => {
    const { reported, reporter, id: caseId } = await createReportCase(app);
    await confirmEmail(app, reporter);
    const upheld = await findAnswerable(app, caseId);
    const decisionId = await decide(caseId, { acts: [{ act: "mute", days: 7 }], upheld });
    const [job] = await query(
      "select start_after - created_on as wait from jobs.job where name = 'email-statement' and data ->> 'decisionId' = $1",
      decisionId,
    );
    expect(job.wait).toMatchObject({ minutes: 1, seconds: 30 });
    const waiting = () =>
      query(
        `select extract(epoch from start_after - created_on)::int as seconds from jobs.job
         where name = 'email-report-outcome' and data ->> 'reportId' = $1 order by seconds`,
        upheld[0],
      );
    await mailOutcome(upheld[0] ?? "");
    // One that runs before the delay is over leaves another behind, which runs after the decision's own.
    expect(await waiting()).toEqual([{ seconds: DELAY_S }, { seconds: 2 * DELAY_S }]);
    const listed = async () => (await app.call(listReports, {}, reporter.token)).body.reports[0];
    expect(await listed()).toMatchObject({ outcome: null, decidedAt: null, objectToken: null });
    const sent = [...mailsTo(reported), ...mailsTo(reporter)].map(({ subject }) => subject);
    expect(sent.filter((subject) => /decided|restricted/.test(subject))).toEqual([]);

    expect((await callStaff(app, undoDecision, { params: { decisionId } }, staff)).body.isReopened).toBe(true);
    await runJob(app.ctx, "email-statement", { decisionId });
    const jobs = "select name from jobs.job where name = 'email-decision-undone' and data ->> 'decisionId' = $1";
    expect(await query(jobs, decisionId)).toEqual([]);
    expect(mailsTo(reported).filter(({ subject }) => /restricted|took back/.test(subject))).toEqual([]);

    // The first decision's job meets the second decision, which is younger than it expects.
    await decide(caseId, { acts: [{ act: "no_action" }] });
    await mailOutcome(upheld[0] ?? "");
    expect(mailsTo(reporter).filter(({ subject }) => /decided/.test(subject))).toEqual([]);
    await waitOut(upheld[0] ?? "");
    await mailOutcome(upheld[0] ?? "");
    await mailOutcome(upheld[0] ?? "");
    expect(mailsTo(reporter).filter(({ subject }) => /decided/.test(subject))).toHaveLength(1);
    expect(lastMailTo(reporter)).toContain("We found nothing in it");
    expect(await listed()).toMatchObject({ outcome: "not_upheld", objectToken: expect.any(String) });
  });

  test("once a statement has left, an undo sends another email, and leaves the case due as it was", async () => {
    const { reported, id: caseId } = await createReportCase(app, "Someone is in danger");
    const due = async () => (await query("select due_at from cases where id = $1", caseId))[0]?.due_at;
    const before = await due();
    const decisionId = await decide(caseId, { acts: [{ act: "unlist" }] });
    await runJob(app.ctx, "email-statement", { decisionId });
    expect(lastMailTo(reported)).toContain("You are not shown in Browse");
    await callStaff(app, undoDecision, { params: { decisionId } }, staff);
    await runJob(app.ctx, "email-decision-undone", { decisionId });
    expect(lastMailTo(reported)).toContain("We took back a decision about your account");
    expect(await due()).toEqual(before);
  });
});

describe("an undo", () => {
  test("of lifted restrictions is mailed, because the member has read that they are gone", async () => {
    const { reported, id: first } = await createReportCase(app);
    await decide(first, { acts: [{ act: "mute", days: 7 }] });
    await addReport(app, reported, "Something else");
    const second = await findOpenCase(app, reported.id);
    const decisionId = await decide(second, { acts: [{ act: "lift_restrictions" }] });
    await runJob(app.ctx, "email-statement", { decisionId });
    expect(lastMailTo(reported)).toContain("We lifted the restrictions of your account.");
    await callStaff(app, undoDecision, { params: { decisionId } }, staff);
    const jobs = "select name from jobs.job where name = 'email-decision-undone' and data ->> 'decisionId' = $1";
    expect(await query(jobs, decisionId)).toHaveLength(1);
  });

  test("while an outcome is on its way lets the next one be mailed, too", async () => {
    const { reporter, id: caseId } = await createReportCase(app);
    await confirmEmail(app, reporter);
    const [reportId = ""] = await findAnswerable(app, caseId);
    const decisionId = await decide(caseId, { acts: [{ act: "mute", days: 7 }], upheld: [reportId] });
    await waitOut(reportId);
    const send = mailer.send;
    mailer.send = async (mail) => {
      mailer.send = send;
      await callStaff(app, undoDecision, { params: { decisionId } }, staff);
      await query("update reports set resolution = 'none', resolved_at = clock_timestamp() where id = $1", reportId);
      return send(mail);
    };
    await mailOutcome(reportId);
    expect(lastMailTo(reporter)).toContain("we dealt with it");
    await query("update reports set resolved_at = resolved_at - interval '90 seconds' where id = $1", reportId);
    await query(
      "update reports set outcome_emailed_at = outcome_emailed_at - interval '90 seconds' where id = $1",
      reportId,
    );
    await mailOutcome(reportId);
    expect(lastMailTo(reporter)).toContain("This takes the place of what we wrote before.");
  });

  test("is possible before the link of a reporter says what was decided", async () => {
    const { id: caseId } = await createReportCase(app);
    const [reportId = ""] = await findAnswerable(app, caseId);
    await decide(caseId, { acts: [{ act: "no_action" }] });
    const token = objectionTokenOf(app.ctx, reportId);
    const read = async () => (await app.call(getAppeal, { params: { token } })).body;
    expect(await read()).toMatchObject({ answered: { outcome: null, decidedAt: null }, canAppeal: false });
    await expect(sendObjection(app.ctx, reportId, "He did it again.")).rejects.toMatchObject({
      code: "appeal_too_late",
    });
    await waitOut(reportId);
    expect(await read()).toMatchObject({ answered: { outcome: "not_upheld" }, canAppeal: true });
  });

  test("while another case is open has its reports decided in that one, and mails no outcome of what it took back", async () => {
    const { reported, reporter, id: first } = await createReportCase(app);
    await confirmEmail(app, reporter);
    const [reportId = ""] = await findAnswerable(app, first);
    const decisionId = await decide(first, { acts: [{ act: "mute", days: 7 }], upheld: [reportId] });
    const later = await addReport(app, reported, "Something else");
    const second = await findOpenCase(app, reported.id);
    const undone = await callStaff(app, undoDecision, { params: { decisionId } }, staff);
    expect(undone.body).toMatchObject({ caseId: second, isReopened: true });
    expect(await query("select resolution from reports where id = $1", reportId)).toEqual([{ resolution: null }]);
    await waitOut(reportId);
    await mailOutcome(reportId);
    expect(mailsTo(reporter).filter(({ subject }) => /decided/.test(subject))).toEqual([]);
    const { reports } = await openCase(app, second, staff);
    expect(reports.map(({ _id, isOpen }) => [_id, isOpen]).toSorted()).toEqual(
      [reportId, (await reportOf(later.number)).id].map((id) => [id, true]).toSorted(),
    );
    await decide(second, { acts: [{ act: "no_action" }] });
    expect(await query("select state from cases where member_id = $1", reported.id)).toEqual([
      { state: "closed" },
      { state: "closed" },
    ]);
    expect(await query("select resolution from reports where id = $1", reportId)).toEqual([{ resolution: "none" }]);
  });

  test("keeps what an objection has led to since", async () => {
    const { reported, id: first } = await createReportCase(app, "Someone is in danger");
    const [reportId = ""] = await findAnswerable(app, first);
    const decisionId = await decide(first, { acts: [{ act: "no_action" }] });
    await waitOut(reportId);
    await sendObjection(app.ctx, reportId, "He did it again.");
    const second = await findOpenCase(app, reported.id);
    staff = await createStaff(app);
    await decide(second, { acts: [{ act: "unlist" }], rule: "danger", upheld: [reportId] });
    expect((await callStaff(app, undoDecision, { params: { decisionId } }, staff)).body.isReopened).toBe(false);
    expect(await query("select resolution from reports where id = $1", reportId)).toEqual([
      { resolution: "restricted" },
    ]);
    expect(await query("select 1 from cases where member_id = $1 and state = 'open'", reported.id)).toEqual([]);
  });
});

test("a suspension that was lifted before its statement leaves is not in it, and what else was decided is", async () => {
  const [both, only] = [await createReportCase(app), await createReportCase(app)];
  const suspend = { act: "suspend", until: null } as const;
  const decisions = [
    await decide(both.id, { acts: [{ act: "unlist" }, suspend] }),
    await decide(only.id, { acts: [suspend] }),
  ];
  for (const { reported } of [both, only]) await liftMember(app.ctx, { who: "ada", reason: "A slip" }, reported.id);
  for (const decisionId of decisions) await runJob(app.ctx, "email-statement", { decisionId });
  expect(lastMailTo(both.reported)).toContain("You are not shown in Browse");
  expect(lastMailTo(both.reported)).not.toContain("suspended");
  expect(mailsTo(only.reported)).toEqual([]);
  expect(
    await query("select stated_at is not null as said from decisions where id = any($1) order by said", decisions),
  ).toEqual([{ said: false }, { said: true }]);
});

test("a suspension that another decision replaces before its statement leaves is told by that one alone", async () => {
  const { id: first, reported } = await createReportCase(app);
  const replaced = await decide(first, { acts: [{ act: "suspend", until: { days: 30 } }] });
  const setStatus = (status: string) => query("update members set status = $2 where id = $1", reported.id, status);
  await setStatus("active");
  await addReport(app, reported, "Something else");
  await setStatus("suspended");
  const standing = await decide(await findOpenCase(app, reported.id), { acts: [{ act: "end_account" }] });
  for (const decisionId of [replaced, standing]) await runJob(app.ctx, "email-statement", { decisionId });
  expect(mailsTo(reported).map(({ subject }) => subject)).toEqual(["Your account has ended"]);
});

test("a decision that is repeated with other answers is no repetition", async () => {
  const { id: caseId } = await createReportCase(app);
  const { version } = await openCase(app, caseId, staff);
  const upheld = await findAnswerable(app, caseId);
  const body = {
    version,
    acts: [{ act: "unlist" as const }],
    rule: "consent" as const,
    facts: "Threats.",
    words: "",
    upheld,
  };
  const send = (changes: Partial<DecisionBody>) =>
    callStaff(app, decideCase, { params: { caseId }, body: { ...body, ...changes } }, staff);
  expect([(await send({})).status, (await send({})).status]).toEqual([200, 200]);
  expect((await send({ upheld: [] })).body.code).toBe("case_changed");
});

describe("a statement", () => {
  test("is previewed as it is mailed, with times in the member's zone, and nothing is changed by looking", async () => {
    const { reported, id: caseId } = await createReportCase(app);
    const authenticated = (minutesAgo: number) =>
      query(
        "update staff_sessions set authenticated_at = now() - make_interval(mins => $2) where staff_id = $1",
        staff.id,
        minutesAgo,
      );
    await authenticated(11);
    const ended = await preview(caseId, { acts: [{ act: "end_account" }], facts: "" });
    await authenticated(0);
    expect(ended.body.email).toMatchObject({ subject: "Your account has ended" });
    expect(ended.body.email?.paragraphs).toContain("What we found: …");
    await query("update profiles set h3_cell = '87489e346ffffff' where member_id = $1", reported.id);
    const given = { acts: [{ act: "mute", days: 3 } as const], words: "Be kind." };
    const state = () =>
      query("select version, (select count(*)::int from decisions) as decisions from cases where id = $1", caseId);
    const before = await state();
    const { body } = await preview(caseId, given);
    expect(await state()).toEqual(before);
    expect(body.email?.paragraphs.join("\n")).toMatch(/until \w+ \d+, \d{4} at \d+:\d\d [AP]M C[SD]T/);
    expect(JSON.stringify(body)).not.toContain("/appeal/");
    const decisionId = await decide(caseId, given);
    await runJob(app.ctx, "email-statement", { decisionId });
    const mail = mailsTo(reported).at(-1);
    expect(mail?.subject).toBe(body.email?.subject);
    const untimed = (text = "") => text.replaceAll(/\d+:\d\d [AP]M/g, "");
    for (const paragraph of body.email?.paragraphs ?? []) expect(untimed(mail?.text)).toContain(untimed(paragraph));
    expect((await preview(caseId, { acts: [{ act: "no_action" }] })).body.code).toBe("case_closed");
  });

  test("is refused with a placeholder that nobody has filled in, in its facts and in its words", async () => {
    const { id: caseId } = await createReportCase(app);
    const acts: ActChoice[] = [{ act: "ask_to_change" }];
    for (const text of [{ facts: "A picture of […]." }, { words: "Please take […] out." }]) {
      const { status, body } = await call(decideCase, caseId, { acts, ...text });
      expect([status, body.errors]).toEqual([400, { [Object.keys(text)[0] ?? ""]: "Replace […] first." }]);
    }
  });

  test("that would name a reporter is refused in the preview, too", async () => {
    const { id: caseId, reporter } = await createReportCase(app);
    const { status, body } = await preview(caseId, {
      acts: [{ act: "unlist" }],
      facts: `Wrote to ${reporter.username}.`,
    });
    expect([status, body.code]).toEqual([400, "invalid"]);
  });
});

test("of many notices the ones that the case shows are answered, whatever order they came in", async () => {
  const member = await createMember(app);
  const insert = (kind: string, many: number, hours: number) =>
    query(
      `insert into notices (id, number, kind, place, username, details, name, email, is_honeypot_hit, created_at)
       select gen_random_uuid(), 'N-' || gen_random_uuid(), $1, 'There', $2, 'Words', '', '', false,
         now() - make_interval(hours => $4, secs => $3 - n)
       from generate_series(1, $3) as n returning id`,
      kind,
      member.username,
      many,
      hours,
    );
  await insert("illegal", 50, 1);
  await attachNotices(app);
  const [minor] = await insert("minor", 1, 0);
  await runJob(app.ctx, "attach-notice", { noticeId: minor.id });
  const caseId = await findOpenCase(app, member.id);
  const { notices } = await openCase(app, caseId, staff);
  expect([notices.length, notices[0]?._id]).toEqual([50, minor.id]);
  await decide(caseId, { acts: [{ act: "unlist" }], rule: "under_18", upheld: [minor.id] });
  const open = await query("select id from notices where member_id = $1 and decided_at is null", member.id);
  expect(open).toHaveLength(1);
  expect(notices.map(({ _id }) => _id)).not.toContain(open[0].id);
});

test("of many reports the case shows fifty, acts leave the others open, and no action closes them as unexamined", async () => {
  const { id: caseId, reported } = await createReportCase(app);
  await query(
    `with copied as (
       insert into reports select copy.* from reports, generate_series(1, 52) as n, jsonb_populate_record(
         reports, jsonb_build_object('id', gen_random_uuid(), 'code', code || n)) as copy
       where reports.reported_id = $1 returning id)
     insert into case_items (kind, source_id, case_id, weight, due_at, version)
     select 'report', copied.id::text, $2, 1, now() + interval '2 days', 2 from copied`,
    reported.id,
    caseId,
  );
  await query("update cases set version = 2 where id = $1", caseId);
  const answers = async () => {
    const rows = await query(
      `select resolution, neutral_outcome, count(*)::int as many from reports
       where reported_id = $1 group by 1, 2 order by 3 desc, 2 nulls first`,
      reported.id,
    );
    return rows.map(({ resolution, neutral_outcome, many }) => [resolution, neutral_outcome, many]);
  };
  const { reports, moreReports } = await openCase(app, caseId, staff);
  expect([reports.length, moreReports]).toEqual([50, 3]);
  const [first] = reports;
  const decision = await decide(caseId, { acts: [{ act: "unlist" }], upheld: first ? [first._id] : [] });
  expect(await answers()).toEqual([
    ["none", null, 49],
    [null, null, 3],
    ["restricted", null, 1],
  ]);
  expect((await callStaff(app, undoDecision, { params: { decisionId: decision } }, staff)).status).toBe(200);
  expect(await answers()).toEqual([[null, null, 53]]);
  await decide(caseId, { acts: [{ act: "no_action" }] });
  expect(await answers()).toEqual([
    ["none", null, 50],
    ["none", "unexamined", 3],
  ]);
});

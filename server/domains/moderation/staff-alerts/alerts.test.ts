import { beforeEach, describe, expect, test } from "vitest";
import { ALERT_KINDS } from "#contract/moderation/alert-kinds.ts";
import { addAlertDevice, setAlerts } from "#contract/moderation/alerts.ts";
import { claimCase, releaseCase } from "#contract/moderation/cases.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import { sendNotice } from "#contract/moderation/notices.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import type { StaffRole } from "#contract/moderation/staff-roles.ts";
import { assignNotice, closeNotice } from "#contract/moderation/unassigned-notices.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { sendObjection } from "#server/domains/moderation/objections/objections.service.ts";
import { hasOverdue } from "#server/domains/moderation/staff-alerts/alerts.queries.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { findOpenCase } from "#server/testing/cases.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { startPushService } from "#server/testing/fake-push-service.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { callStaff, createStaff, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";
import { site } from "#site";

const service = await startPushService();
const post = createFakeMailer();
const app = testApp({ pushStandIn: service.origin }, { mailer: post, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

/** Nobody but those of the test is alerted, and no case but its own is open. */
beforeEach(async () => {
  await query("update staff_members set alert_email = null");
  await query("delete from staff_push_subscriptions");
  await query("update cases set state = 'closed', closed_at = now(), claimed_by = null, claimed_until = null");
  await query("update case_items set done_at = now()");
  await query("delete from notices");
  await query("delete from rate_limits");
});

interface Alerted extends TestStaff {
  readonly email: string;
}

async function createAlerted(role: StaffRole = "all"): Promise<Alerted> {
  const staff = await createStaff(app, role);
  const email = `${newId()}@staff.example`;
  await query("update staff_members set alert_email = $2 where id = $1", staff.id, email);
  return { ...staff, email };
}

async function addBrowser(staff: TestStaff) {
  const browser = service.browser();
  const { endpoint, keys } = browser;
  expect((await callStaff(app, addAlertDevice, { body: { endpoint, keys } }, staff)).status).toBe(200);
  return browser;
}

const mailsTo = ({ email }: Alerted) => post.mails.filter(({ to }) => to === email);
const subjectsOf = (staff: Alerted) => mailsTo(staff).map(({ subject }) => subject);

const DANGER = "Danger: a case needs somebody now";
const MINOR = "Under 18: a case needs somebody now";
const OTHER = "A case needs somebody";

async function report(about: TestMember, reason: ReportReason, details = ""): Promise<string> {
  const reporter = await createCompleteMember(app);
  const { status } = await app.call(reportMember, { body: { userId: about.id, reason, details } }, reporter.token);
  expect(status).toBe(201);
  return findOpenCase(app, about.id);
}

/** All that was sent is delivered, or tried. */
const settle = () =>
  expect
    .poll(
      () =>
        query(
          `select name from jobs.job where state in ('created', 'active') and start_after <= now()
             and name = any(array['alert-staff', 'attach-notice', 'email-staff-alert', 'push-staff-alert', 'email-overdue-cases'])`,
        ),
      { timeout: 10_000 },
    )
    .toEqual([]);

const runAlerts = async () => {
  await runJob(app.ctx, "staff-alerts", {});
  await settle();
};

const reachHalfTime = (caseId: string) =>
  query(
    "update case_items set alert_at = now() - interval '1 second' where case_id = $1 and alert_at is not null",
    caseId,
  );

const choose = (staff: TestStaff, kind: (typeof ALERT_KINDS)[number], email: boolean, push = false) =>
  callStaff(app, setAlerts, { body: { kind, email, push } }, staff);

describe("a report of danger", () => {
  test("is mailed and pushed at once, without a word of it", async () => {
    const staff = await createAlerted("reports");
    const browsers = [await addBrowser(staff), await addBrowser(staff)];
    const about = await createCompleteMember(app);
    const caseId = await report(about, "Someone is in danger", "Waits outside my gym tonight with a knife");
    await settle();
    expect(subjectsOf(staff)).toEqual([DANGER]);
    expect(browsers.map(({ alerts }) => alerts.length)).toEqual([1, 1]);
    const late =
      "select name from jobs.job where name ~ 'alert' and name <> 'staff-alerts' and start_after > created_on";
    expect(await query(late)).toEqual([]);
    const [mail] = mailsTo(staff);
    expect(mail?.text).toContain(`http://localhost:3000/moderation/cases/${caseId}`);
    expect(mail?.text).toMatch(/It is due on \w+ \d+, \d{4} at \d\d:\d\d UTC/);
    const [push] = browsers[0]?.alerts ?? [];
    expect(push).toMatchObject({ alert: { urgency: "danger" }, path: `/moderation/cases/${caseId}` });
    for (const text of [JSON.stringify(mail), JSON.stringify(push)])
      expect(text).not.toMatch(new RegExp(`knife|gym tonight|${about.username}|${about.id}`));
  });

  test("reaches those alone who decide it, have set up a channel and have not muted it", async () => {
    const [all, reports, photos, reader, muted] = await Promise.all([
      createAlerted("all"),
      createAlerted("reports"),
      createAlerted("photos"),
      createAlerted("read_only"),
      createAlerted("reports"),
    ]);
    expect((await choose(muted, "danger", false)).status).toBe(200);
    await report(await createCompleteMember(app), "Someone is in danger");
    await settle();
    expect([all, reports, photos, reader, muted].map((one) => mailsTo(one).length)).toEqual([1, 1, 0, 0, 0]);
  });

  test("alerts once for a case, however many reports there are, and of danger also after a less urgent alert", async () => {
    const staff = await createAlerted();
    const about = await createCompleteMember(app);
    await report(about, "Seems to be under 18");
    await settle();
    await report(about, "Someone is in danger");
    await settle();
    await Promise.all([report(about, "Someone is in danger"), report(about, "Seems to be under 18")]);
    await runAlerts();
    expect(subjectsOf(staff)).toEqual([MINOR, DANGER]);
  });

  test("alerts again if it comes after a decision, also in a case that stayed open", async () => {
    const staff = await createAlerted();
    const about = await createCompleteMember(app);
    const caseId = await report(about, "Someone is in danger");
    const [{ version }] = await query("select version from cases where id = $1", caseId);
    await settle();
    await report(about, "Someone is in danger");
    await settle();
    await decide(
      app.ctx,
      { kind: "operator", who: "ada", reason: "" },
      { caseId, version, acts: [{ act: "no_action" }] },
    );
    await settle();
    expect(subjectsOf(staff)).toEqual([DANGER]);
    expect(await report(about, "Someone is in danger")).toBe(caseId);
    await settle();
    expect(subjectsOf(staff)).toEqual([DANGER, DANGER]);
  });

  test("alerts also while a colleague has claimed the case", async () => {
    const [claimant, other] = [await createAlerted(), await createAlerted()];
    const about = await createCompleteMember(app);
    const caseId = await report(about, "Harassment or threats");
    await callStaff(app, claimCase, { params: { caseId }, body: { version: 2 } }, claimant);
    await report(about, "Someone is in danger");
    await settle();
    expect([claimant, other].map((one) => subjectsOf(one))).toEqual([[DANGER], [DANGER]]);
  });

  test("is mailed although what came in before it was decided meanwhile", async () => {
    const staff = await createAlerted();
    const about = await createCompleteMember(app);
    const caseId = await report(about, "Harassment or threats");
    await report(about, "Someone is in danger");
    await settle();
    // As if the mail server had been away.
    await query("update staff_alerts set emailed_at = null where case_id = $1", caseId);
    const by = { kind: "operator", who: "ada", reason: "" } as const;
    await decide(app.ctx, by, { caseId, version: 2, acts: [{ act: "no_action" }] });
    const [{ id: alertId }] = await query("select id from staff_alerts where case_id = $1", caseId);
    await runJob(app.ctx, "email-staff-alert", { staffId: staff.id, alertId });
    expect(subjectsOf(staff)).toEqual([DANGER, DANGER]);
  });

  test("is not mailed any more once it is decided, or its person was removed", async () => {
    const staff = await createAlerted();
    const caseId = await report(await createCompleteMember(app), "Someone is in danger");
    await settle();
    const [{ id: alertId }] = await query(
      "select id from staff_alerts where case_id = $1 and staff_id = $2",
      caseId,
      staff.id,
    );
    const deliver = () => runJob(app.ctx, "email-staff-alert", { staffId: staff.id, alertId });
    await deliver();
    // A retried job.
    expect(mailsTo(staff)).toHaveLength(1);
    await query("update staff_alerts set emailed_at = null");
    await query("update staff_members set removed_at = now() where id = $1", staff.id);
    await deliver();
    await query("update staff_members set removed_at = null where id = $1", staff.id);
    await query("update cases set state = 'closed', closed_at = now() where id = $1", caseId);
    await deliver();
    expect(mailsTo(staff)).toHaveLength(1);
  });
});

describe("at half of the time", () => {
  test("what is not claimed alerts who chose that, once", async () => {
    const [staff, usual] = [await createAlerted(), await createAlerted()];
    await choose(staff, "report", true);
    const caseId = await report(await createCompleteMember(app), "Harassment or threats");
    await runAlerts();
    expect(mailsTo(staff)).toEqual([]);
    const [{ at }] = await query(
      "select extract(epoch from alert_at - now())::float as at from case_items where case_id = $1",
      caseId,
    );
    expect(at).toBeCloseTo(12 * 3600, -2);
    await reachHalfTime(caseId);
    // As in several processes.
    await Promise.all([runAlerts(), runAlerts(), runAlerts()]);
    await runAlerts();
    expect(subjectsOf(staff)).toEqual([OTHER]);
    expect(mailsTo(usual)).toEqual([]);
  });

  test("what is claimed alerts nobody until the claim ends", async () => {
    const [claimant, other] = [await createAlerted(), await createAlerted()];
    for (const one of [claimant, other]) await choose(one, "report", true);
    const caseId = await report(await createCompleteMember(app), "Harassment or threats");
    const params = { caseId };
    const claimed = await callStaff(app, claimCase, { params, body: { version: 2 } }, claimant);
    await reachHalfTime(caseId);
    await runAlerts();
    expect([claimant, other].map((one) => mailsTo(one).length)).toEqual([0, 0]);
    const until = claimed.body.case.claim?.until ?? "";
    await callStaff(app, releaseCase, { params, body: { until } }, claimant);
    await runAlerts();
    expect([claimant, other].map((one) => mailsTo(one).length)).toEqual([1, 1]);
  });

  test("a picture and a selfie alert who works on pictures, and no words of members do", async () => {
    const [photos, reports] = [await createAlerted("photos"), await createAlerted("reports")];
    for (const one of [photos, reports]) for (const kind of ALERT_KINDS) await choose(one, kind, true);
    const attach = async (kind: "picture_check" | "verification") => {
      const { id: memberId } = await createCompleteMember(app);
      const imageKey = newId().replaceAll("-", "");
      const subject =
        kind === "verification"
          ? ({ kind: "member", memberId } as const)
          : ({ kind: "picture", memberId, imageKey } as const);
      const item = { kind, sourceId: newId(), subject, weight: 1, dueAt: new Date(Date.now() + 3_600_000) };
      await reachHalfTime(await app.ctx.transact((tx) => attachToCase(tx, item)));
    };
    await attach("picture_check");
    await runAlerts();
    expect([photos, reports].map((one) => mailsTo(one).length)).toEqual([1, 0]);
    await attach("verification");
    await runAlerts();
    expect([photos, reports].map((one) => mailsTo(one).length)).toEqual([2, 1]);
    await reachHalfTime(await report(await createCompleteMember(app), "Harassment or threats"));
    await runAlerts();
    expect([photos, reports].map((one) => mailsTo(one).length)).toEqual([2, 2]);
  });

  test("a case that an undo has opened again alerts as a new one", async () => {
    const staff = await createAlerted();
    const caseId = await report(await createCompleteMember(app), "Seems to be under 18");
    await settle();
    const by = { kind: "operator", who: "ada", reason: "" } as const;
    const { decisionId } = await decide(app.ctx, by, { caseId, version: 2, acts: [{ act: "no_action" }] });
    await undoDecision(app.ctx, by, decisionId);
    await runAlerts();
    expect(subjectsOf(staff)).toEqual([MINOR]);
    await reachHalfTime(caseId);
    await runAlerts();
    expect(subjectsOf(staff)).toEqual([MINOR, MINOR]);
  });
});

async function notify(kind: NoticeKind, username = "nobody_at_all"): Promise<string> {
  const details = "The profile shows what the law forbids.";
  const sender = { name: "Maya Ortiz", email: `${newId()}@example.com`, isGoodFaith: true, isAuthorized: true };
  const body = { kind, place: "The picture with the red car", username, details, ...sender };
  const { number } = (await app.call(sendNotice, { body })).body;
  await settle();
  return String((await query("select id from notices where number = $1", number))[0]?.id);
}

describe("a notice that leads to no member", () => {
  test("alerts at once if it is about a minor, and its assignment alerts nobody again", async () => {
    const staff = await createAlerted("reports");
    const noticeId = await notify("minor");
    expect(subjectsOf(staff)).toEqual([MINOR]);
    expect(mailsTo(staff)[0]?.text).toContain("http://localhost:3000/moderation\n");
    expect(JSON.stringify(mailsTo(staff))).not.toMatch(/red car|the law forbids|Maya/);
    await runAlerts();
    const { username } = await createCompleteMember(app);
    await callStaff(app, assignNotice, { params: { noticeId }, body: { username } }, staff);
    await runAlerts();
    expect(mailsTo(staff)).toHaveLength(1);
  });

  test("alerts at once again if its sender objects", async () => {
    const staff = await createAlerted("reports");
    const noticeId = await notify("minor");
    await callStaff(app, closeNotice, { params: { noticeId } }, staff);
    await query("update notices set decided_at = decided_at - interval '90 seconds' where id = $1", noticeId);
    await sendObjection(app.ctx, noticeId, "She is in class nine.");
    await settle();
    await runAlerts();
    expect(subjectsOf(staff)).toEqual([MINOR, MINOR]);
  });

  test("alerts at half of its time otherwise", async () => {
    const staff = await createAlerted();
    await choose(staff, "intimate_picture", true);
    const noticeId = await notify("intimate");
    expect(mailsTo(staff)).toEqual([]);
    await query("update notices set alert_at = now() where id = $1", noticeId);
    await runAlerts();
    await runAlerts();
    expect(subjectsOf(staff)).toEqual(["Intimate picture: a case needs somebody"]);
  });

  test("alerts with its case if it leads to one", async () => {
    const staff = await createAlerted();
    const about = await createCompleteMember(app);
    await notify("minor", about.username);
    await runAlerts();
    expect(subjectsOf(staff)).toEqual([MINOR]);
    expect(mailsTo(staff)[0]?.text).toContain(`/moderation/cases/${await findOpenCase(app, about.id)}`);
  });
});

describe("a push", () => {
  test("ends the subscription of a browser that is gone, and reaches the others", async () => {
    const staff = await createStaff(app);
    const [gone, other] = [await addBrowser(staff), await addBrowser(staff)];
    service.setResponse(gone, 410);
    await report(await createCompleteMember(app), "Someone is in danger");
    await settle();
    expect(other.alerts).toHaveLength(1);
    expect(await query("select endpoint from staff_push_subscriptions where staff_id = $1", staff.id)).toEqual([
      { endpoint: other.endpoint },
    ]);
  });

  test("is tried again at the browser that could not be reached, not at those that have it", async () => {
    const staff = await createStaff(app);
    const [late, other] = [await addBrowser(staff), await addBrowser(staff)];
    service.setResponse(late, 503);
    await report(await createCompleteMember(app), "Someone is in danger");
    await settle();
    expect(other.alerts).toHaveLength(1);
    const [retry] = await query("select data from jobs.job where name = 'push-staff-alert' and state = 'created'");
    const [row] = await query("select id from staff_push_subscriptions where endpoint = $1", late.endpoint);
    expect(retry?.data).toMatchObject({ staffId: staff.id, only: row?.id });
    await query("delete from jobs.job where name = 'push-staff-alert'");
  });
});

describe("what is overdue", () => {
  const overdueMails = () => post.mails.filter(({ to }) => to === site.supportEmail);
  const pass = (caseId: string) => query("update cases set due_at = now() - interval '1 minute' where id = $1", caseId);

  test("is mailed to the operator by number and class, at most once an hour", async () => {
    const danger = await report(await createCompleteMember(app), "Someone is in danger", "Waits with a knife");
    const other = await report(await createCompleteMember(app), "Something else");
    await runAlerts();
    expect(overdueMails()).toEqual([]);
    expect(await hasOverdue(app.ctx.db)).toBe(false);
    await pass(danger);
    await notify("illegal");
    await query("update notices set created_at = now() - interval '25 hours'");
    await Promise.all([runAlerts(), runAlerts()]);
    expect(overdueMails()).toHaveLength(1);
    const [mail] = overdueMails();
    expect(mail?.subject).toBe("2 cases are overdue");
    expect(mail?.text).toContain("Danger: 1\nOther: 1");
    expect(mail?.text).not.toMatch(/knife|cases\//);
    await query("update cases set due_at = now() - interval '1 second' where id = $1", other);
    await runAlerts();
    expect(overdueMails()).toHaveLength(1);
    const forget = () => query("update rate_limits set ends_at = now() where ends_at < now() + interval '2 hours'");
    await forget();
    await runAlerts();
    expect(overdueMails().at(-1)?.text).toContain("Danger: 1\nOther: 2");
    // Nothing else is overdue since.
    await forget();
    await runAlerts();
    expect(overdueMails()).toHaveLength(2);
  });
});

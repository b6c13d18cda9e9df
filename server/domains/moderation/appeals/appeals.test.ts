import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { getAppeal, sendAppeal } from "#contract/moderation/appeals.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { listReports, reportMember } from "#contract/moderation/reports.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import { decideAppeal } from "#server/domains/moderation/appeals/appeals.service.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { getCase } from "#server/domains/moderation/cases/cases.service.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { createSmtpMailer } from "#server/platform/adapters/mailer.ts";
import { findAnswerable } from "#server/testing/cases.ts";
import { type MailServer, startMailServer } from "#server/testing/fake-smtp-server.ts";
import { confirmEmail, createCompleteMember, createMatch, logIn, type TestMember } from "#server/testing/members.ts";
import { actorOfStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const FROM = "Spotter <hello@spotter.example>";
let mailServer: MailServer | undefined;
let mailer: ReturnType<typeof createSmtpMailer> | undefined;
let staff: TestStaff;
let ADA: StaffCaller;
let BEN: StaffCaller;
const clock = { ahead: 0 };
const app = testApp(
  {},
  {
    work: true,
    now: () => new Date(Date.now() + clock.ahead),
    mailer: { send: async (mail) => mailer?.send(mail), close: () => undefined },
  },
);
beforeAll(async () => {
  mailServer = await startMailServer();
  mailer = createSmtpMailer(mailServer.url, FROM, 5);
  staff = await createStaff(app);
  [ADA, BEN] = [actorOfStaff(await createStaff(app)), actorOfStaff(staff)];
});
afterAll(async () => {
  mailer?.close();
  await mailServer?.close();
});

const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const DAY_MS = 86_400_000;
const UNKNOWN_TOKEN = "A".repeat(43);

/** Without the line breaks of its encoding. */
const decodeText = (raw: string): string => {
  const [, text = ""] = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? [];
  return /quoted-printable/.test(raw)
    ? text
        .replace(/=\r\n/g, "")
        .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString())
    : text;
};

const receivedBy = ({ email }: TestMember, subject: RegExp) =>
  (mailServer?.received ?? []).filter(({ to, text }) => to.includes(email) && subject.test(text));

/** @returns the email's text */
async function emailTo(member: TestMember, subject: RegExp): Promise<string> {
  await expect.poll(() => receivedBy(member, subject).length, { timeout: 15_000 }).toBeGreaterThan(0);
  return decodeText(receivedBy(member, subject).at(-1)?.text ?? "");
}

async function report(reporter: TestMember, about: TestMember, reason: ReportReason = "Hate or discrimination") {
  const body = { userId: about.id, reason };
  return (await app.call(reportMember, { body }, reporter.token)).body.number;
}

/** @returns also the token of the emailed link */
async function decided(by: StaffCaller, act: ActChoice, rule: RuleKey = "all_bodies") {
  const [reporter, about] = await createMatch(app);
  await confirmEmail(app, reporter);
  const number = await report(reporter, about);
  const [row] = await query("select id, version from cases where member_id = $1 and state = 'open'", about.id);
  const facts = "A slur in the chat.";
  const upheld = await findAnswerable(app, String(row?.id));
  const { decisionId } = await decide(app.ctx, by, {
    upheld,
    caseId: row?.id,
    version: row?.version,
    acts: [act],
    facts,
    rule,
  });
  const text = await emailTo(about, /^Subject: Your account/m);
  const [, token = ""] = /\/appeal\/([\w-]+)/.exec(text) ?? [];
  return { reporter, about, number, decisionId, token, text, caseId: String(row?.id) };
}

const appeal = (token: string, words = "It was a quote from a song.") =>
  app.call(sendAppeal, { params: { token }, body: { words } });
const read = (token: string) => app.call(getAppeal, { params: { token } });
const appealIdOf = async (decisionId: string) =>
  String((await query("select id from appeals where decision_id = $1", decisionId))[0]?.id);

describe("an appeal", () => {
  test("goes from the report to the outcome, decided by another operator, with every step emailed", async () => {
    const { reporter, about, number, token, text, decisionId, caseId } = await decided(ADA, {
      act: "suspend",
      until: null,
    });
    await emailTo(reporter, new RegExp(`^Subject: We have your report ${number}`, "m"));
    await emailTo(reporter, new RegExp(`^Subject: Your report ${number} is decided`, "m"));
    expect(text).toContain("A slur in the chat.");
    for (const secret of [reporter.username, reporter.id, ADA.who, ADA.staffId]) expect(text).not.toContain(secret);
    const { body: list } = await app.call(listReports, {}, reporter.token);
    expect(list.reports).toMatchObject([{ number, about: about.username, outcome: "upheld" }]);
    expect(JSON.stringify(list)).not.toMatch(new RegExp(`suspend|${ADA.who}|${ADA.staffId}`));

    // The member cannot log in, and needs not.
    expect((await logIn(app, about)).status).toBe(403);
    expect((await read(token)).body).toMatchObject({
      canAppeal: true,
      appeal: null,
      statement: { facts: "A slur in the chat.", automated: false, isTakenBack: false },
    });
    const sent = await appeal(token);
    expect([sent.status, sent.body.canAppeal]).toEqual([201, false]);
    expect(JSON.stringify(sent.body)).not.toMatch(
      new RegExp(`${reporter.username}|${reporter.id}|${ADA.who}|${ADA.staffId}`),
    );
    await emailTo(about, /^Subject: We have your objection/m);

    const appealId = await appealIdOf(decisionId);
    const [open] = await query("select id from cases where member_id = $1 and state = 'open'", about.id);
    expect(open?.id).not.toBe(caseId);
    const seen = await openCase(app, open?.id, staff);
    expect(seen.appeals).toMatchObject([{ _id: appealId, words: "It was a quote from a song.", isForAnother: false }]);
    expect(seen.decisions).toMatchObject([{ _id: decisionId, acts: ["suspend"], by: ADA.who }]);
    const own = { appealId, outcome: "upheld", answer: "" } as const;
    await expect(decideAppeal(app.ctx, ADA, own)).rejects.toMatchObject({ code: "appeal_own_decision" });
    const reversal = { appealId, outcome: "reversed", answer: "The song is well known." } as const;
    expect(await decideAppeal(app.ctx, BEN, reversal)).toMatchObject({ isRepeated: false });
    expect(await decideAppeal(app.ctx, BEN, reversal)).toMatchObject({ isRepeated: true });
    const outcome = await emailTo(about, /^Subject: You were right/m);
    expect(outcome).toContain("The song is well known.");
    expect((await logIn(app, about)).status).toBe(200);
    expect(await getCase(app.ctx.db, open?.id)).toMatchObject({ state: "closed" });
    expect((await read(token)).body).toMatchObject({
      statement: { isTakenBack: true },
      appeal: { outcome: "reversed", answer: "The song is well known." },
      canAppeal: false,
    });
    const log = [...(await readAuditLog(app.ctx.db, appealId, 5)), ...(await readAuditLog(app.ctx.db, open?.id, 5))];
    expect(log.map(({ actor, action }) => [actor, action])).toEqual(
      ["decide appeal", "show case", "claim case"].map((action) => [BEN.who, action]),
    );
  }, 60_000);

  test("is refused a second time, also at the same time, and after six months", async () => {
    const one = await decided(ADA, { act: "mute", days: 30 });
    const both = await Promise.all([appeal(one.token), appeal(one.token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await appeal(one.token)).body.code).toBe("appeal_sent");
    const two = await decided(ADA, { act: "unlist" });
    clock.ahead = 190 * DAY_MS;
    try {
      expect((await appeal(two.token)).body.code).toBe("appeal_too_late");
      expect((await read(two.token)).body.canAppeal).toBe(false);
    } finally {
      clock.ahead = 0;
    }
    expect((await read(two.token)).body.canAppeal).toBe(true);
  });

  test("has the same answer for every wrong token", async () => {
    const { token } = await decided(ADA, { act: "unlist" });
    const wrong = [UNKNOWN_TOKEN, token.slice(0, -1), `${token}A`, "none", token.toLowerCase()];
    for (const call of [read, appeal]) {
      const answers = [];
      for (const one of wrong) {
        const { status, body } = await call(one);
        answers.push(JSON.stringify([status, body]));
      }
      expect(new Set(answers).size).toBe(1);
      expect(JSON.parse(answers[0] ?? "")[0]).toBe(404);
    }
  });

  test("of a decision that was undone is refused", async () => {
    const { token, decisionId } = await decided(BEN, { act: "unlist" });
    await undoDecision(app.ctx, BEN, decisionId);
    expect((await appeal(token)).body.code).toBe("appeal_too_late");
  });

  test("is decided by whoever made the decision where nobody else is at work", async () => {
    const other = await decided(BEN, { act: "unlist" });
    await appeal(other.token);
    clock.ahead = 181 * DAY_MS;
    try {
      const input = { appealId: await appealIdOf(other.decisionId), outcome: "upheld", answer: "It stays." } as const;
      expect(await decideAppeal(app.ctx, BEN, input)).toMatchObject({ isRepeated: false });
    } finally {
      clock.ahead = 0;
    }
    expect(await emailTo(other.about, /^Subject: We looked at our decision again/m)).toContain("It stays.");
    expect(
      await query("select 1 from restrictions where member_id = $1 and lifted_at is null", other.about.id),
    ).toHaveLength(1);
  });

  test("has to be decided before its case, which keeps other items open", async () => {
    const { token, decisionId, about, reporter } = await decided(ADA, { act: "unlist" });
    await appeal(token);
    await report(reporter, about);
    const [open] = await query("select id, version from cases where member_id = $1 and state = 'open'", about.id);
    const input = { caseId: open?.id, version: open?.version, acts: [{ act: "no_action" }] } as const;
    await expect(decide(app.ctx, BEN, input)).rejects.toMatchObject({ code: "appeal_open" });
    await decideAppeal(app.ctx, BEN, { appealId: await appealIdOf(decisionId), outcome: "upheld", answer: "" });
    const { state, version } = await getCase(app.ctx.db, open?.id);
    expect(state).toBe("open");
    expect(await decide(app.ctx, BEN, { ...input, version })).toMatchObject({ isRepeated: false });
  });

  test("does not keep anybody from protecting others, and stays open for somebody else", async () => {
    const { token, decisionId, about, reporter } = await decided(ADA, { act: "mute", days: 1 });
    await appeal(token);
    await report(reporter, about, "Someone is in danger");
    const [open] = await query("select id, version from cases where member_id = $1 and state = 'open'", about.id);
    const facts = "Threats.";
    const suspend = {
      caseId: open?.id,
      version: open?.version,
      acts: [{ act: "suspend", until: null }],
      facts,
    } as const;
    const both = { ...suspend, acts: [...suspend.acts, { act: "refund_crushes" }] } as const;
    await expect(decide(app.ctx, ADA, both)).rejects.toMatchObject({ code: "appeal_open" });
    expect(await decide(app.ctx, ADA, { ...suspend, rule: "danger" })).toMatchObject({ isClosed: false });
    expect((await logIn(app, about)).body.code).toBe("account_suspended");
    expect(
      await query("select resolution from reports where reported_id = $1 and resolved_at is null", about.id),
    ).toEqual([]);
    const input = { appealId: await appealIdOf(decisionId), outcome: "upheld", answer: "" } as const;
    await expect(decideAppeal(app.ctx, ADA, input)).rejects.toMatchObject({ code: "appeal_own_decision" });
    expect(await decideAppeal(app.ctx, BEN, input)).toMatchObject({ isRepeated: false });
    expect(await getCase(app.ctx.db, open?.id)).toMatchObject({ state: "closed" });
  });

  test("is not answered with the name of a reporter, nor is a later decision about the member", async () => {
    const { token, decisionId, about, reporter, caseId } = await decided(ADA, { act: "unlist" });
    await appeal(token);
    const answer = `It is not only ${reporter.username} who says so.`;
    const input = { appealId: await appealIdOf(decisionId), outcome: "upheld", answer } as const;
    await expect(decideAppeal(app.ctx, BEN, input)).rejects.toMatchObject({ code: "invalid" });
    await decideAppeal(app.ctx, BEN, { ...input, answer: "" });
    // The reporter's report of this case is decided.
    await undoDecision(app.ctx, ADA, decisionId);
    await report(await createCompleteMember(app), about);
    const seen = async () => ({
      caseId,
      version: (await getCase(app.ctx.db, caseId)).version,
      rule: "consent" as const,
    });
    const named = {
      ...(await seen()),
      acts: [{ act: "mute", days: 1 }],
      facts: `Wrote to ${reporter.username}`,
    } as const;
    await query(
      "update case_items set done_at = now() where case_id = $1 and source_id in (select id::text from reports where reporter_id = $2)",
      caseId,
      reporter.id,
    );
    await expect(decide(app.ctx, BEN, named)).rejects.toMatchObject({ code: "invalid" });
    expect(await decide(app.ctx, BEN, { ...named, facts: "Wrote to others." })).toMatchObject({ isRepeated: false });
    await report(await createCompleteMember(app), about);
    const [next] = await query("select id, version from cases where member_id = $1 and state = 'open'", about.id);
    const later = { ...named, caseId: next?.id, version: next?.version };
    await expect(decide(app.ctx, BEN, later)).rejects.toMatchObject({ code: "invalid" });
  });

  test("waits for nobody where people are in danger, and for nobody who has been away for a week", async () => {
    const danger = await decided(ADA, { act: "unlist" }, "danger");
    await appeal(danger.token);
    const upheld = async ({ decisionId }: { decisionId: string }) =>
      decideAppeal(app.ctx, ADA, { appealId: await appealIdOf(decisionId), outcome: "upheld", answer: "" });
    expect(await upheld(danger)).toMatchObject({ isRepeated: false });
    const other = await decided(ADA, { act: "unlist" });
    await appeal(other.token);
    await expect(upheld(other)).rejects.toMatchObject({ code: "appeal_own_decision" });
    clock.ahead = 8 * DAY_MS;
    try {
      expect(await upheld(other)).toMatchObject({ isRepeated: false });
    } finally {
      clock.ahead = 0;
    }
  });

  test("of a decision that is then taken back is settled, and the first case is open again", async () => {
    const { token, decisionId, about, caseId } = await decided(ADA, { act: "unlist" });
    await appeal(token);
    const appealId = await appealIdOf(decisionId);
    expect(await undoDecision(app.ctx, ADA, decisionId)).toMatchObject({ isReopened: true });
    await emailTo(about, /^Subject: You were right/m);
    expect((await read(token)).body).toMatchObject({
      statement: { isTakenBack: true },
      appeal: { outcome: "reversed" },
      canAppeal: false,
    });
    const upheld = { appealId, outcome: "upheld", answer: "" } as const;
    await expect(decideAppeal(app.ctx, BEN, upheld)).rejects.toMatchObject({ code: "appeal_decided" });
    expect(await query("select id from cases where member_id = $1 and state = 'open'", about.id)).toEqual([
      { id: caseId },
    ]);
    expect(receivedBy(about, /^Subject: We took back a decision/m)).toEqual([]);
  });

  test("without a login needs words", async () => {
    const { token } = await decided(ADA, { act: "unlist" });
    expect((await appeal(token, " ")).body.code).toBe("invalid");
    expect((await appeal(token, "x".repeat(2001))).body.code).toBe("invalid");
  });
});

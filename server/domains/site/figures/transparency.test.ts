import { expect, test } from "vitest";
import { sendNotice } from "#contract/moderation/notices.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { createTransparencyReport } from "#server/domains/site/figures/transparency.service.ts";
import { findAnswerable } from "#server/testing/cases.ts";
import { createCompleteMember } from "#server/testing/members.ts";
import { attachNotices } from "#server/testing/notices.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const ADA = { kind: "operator", who: "ada", reason: "" } as const;
const YEAR = new Date().getUTCFullYear();

const caseAbout = async (memberId: string) =>
  (await query(`select id as "caseId", version from cases where member_id = $1`, memberId))[0] as {
    caseId: string;
    version: number;
  };

test("the figures of a year count what was received and decided in it, and name nobody", async () => {
  const [reporter, harasser, innocent] = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
  const report = (about: { id: string } | undefined, reason: "Harassment or threats" | "Something else") =>
    app.call(reportMember, { body: { userId: about?.id ?? "", reason } }, reporter?.token);
  await report(harasser, "Harassment or threats");
  await report(innocent, "Something else");
  const notice = { kind: "illegal", place: "There", details: "x".repeat(20), isGoodFaith: true } as const;
  const sender = { name: "Maya", email: "maya@example.com" };
  await app.call(sendNotice, { body: { ...notice, ...sender, username: harasser?.username } });
  await app.call(sendNotice, { body: { ...notice, ...sender } });
  await app.call(sendNotice, { body: { ...notice, ...sender, homepage: "https://cheap.example" } });
  await attachNotices(app);
  const acts = [{ act: "mute", days: 7 }, { act: "refund_crushes" }] as const;
  const about = await caseAbout(harasser?.id ?? "");
  const upheld = await findAnswerable(app, about.caseId);
  await decide(app.ctx, ADA, { ...about, acts, rule: "consent", facts: "Threats.", upheld });
  const undone = await decide(app.ctx, ADA, {
    ...(await caseAbout(innocent?.id ?? "")),
    acts: [{ act: "unlist" }],
    rule: "be_you",
    facts: "A slip.",
  });
  await undoDecision(app.ctx, ADA, undone.decisionId);

  const figures = await createTransparencyReport(app.ctx, String(YEAR));
  expect(figures).toEqual({
    year: YEAR,
    notices: { illegal: { received: 2, decided: 1, actedOn: 1, medianHours: 0 } },
    reports: {
      "Harassment or threats": { received: 1, decided: 1, actedOn: 1, medianHours: 0 },
      "Something else": { received: 1, decided: 0, actedOn: 0, medianHours: null },
    },
    acts: { mute: 1, refund_crushes: 1 },
    rules: { consent: 1 },
    decisions: { byPeople: 1, automated: 0, undone: 1 },
    appeals: { received: 0, decided: 0, actedOn: 0, medianHours: null },
    activeMembers: 3,
  });
  expect(await createTransparencyReport(app.ctx, String(YEAR - 1))).toMatchObject({
    reports: {},
    acts: {},
    notices: {},
  });
  for (const wrong of ["", "19", "20261", String(YEAR + 1)])
    expect(() => createTransparencyReport(app.ctx, wrong)).toThrow("is not a year");
});

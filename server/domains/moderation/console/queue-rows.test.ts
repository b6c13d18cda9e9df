import { expect, test } from "vitest";
import { decideCase, listQueue } from "#contract/moderation/cases.ts";
import { sendNotice } from "#contract/moderation/notices.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { createMatch, createMember, type TestMember } from "#server/testing/members.ts";
import { attachNotices } from "#server/testing/notices.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";
import { addPhoto, submitSelfie } from "#server/testing/verification.ts";

const app = testApp();
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

async function findRow(staff: TestStaff, memberId: string) {
  const { body } = await callStaff(app, listQueue, { query: { limit: 100 } }, staff);
  return body.cases.find((one) => one.memberId === memberId);
}

const createPictureCase = async (check?: { state: string; match?: string; scores?: object }) => {
  const owner = await createMember(app);
  const imageKey = newId().replaceAll("-", "");
  if (check)
    await app.database.pool.query(
      "insert into image_checks (key, state, checked_at, match, scores) values ($1, $2, now(), $3, $4)",
      [imageKey, check.state, check.match ?? null, check.scores ?? null],
    );
  const subject = { kind: "picture", memberId: owner.id, imageKey } as const;
  const item = { kind: "picture_check", sourceId: imageKey, subject, weight: 1, dueAt: later(48) } as const;
  await app.ctx.transact((tx) => attachToCase(tx, item));
  return owner.id;
};

const attachSignal = ({ id: memberId }: TestMember, sourceId: string) =>
  app.ctx.transact((tx) =>
    attachToCase(tx, {
      kind: "fraud",
      sourceId,
      subject: { kind: "member", memberId },
      weight: 2,
      dueAt: later(24),
    }),
  );

test("a row says why the case is open: its most serious item, the first line of that, and how many items there are", async () => {
  const staff = await createStaff(app, "reports");
  const [reporter, reported] = await createMatch(app);
  await attachSignal(reported, `dispute:${newId()}`);
  expect((await findRow(staff, reported.id))?.top).toEqual({
    kind: "fraud",
    signal: "A bank has taken a payment back",
  });
  const details = `\n  He waits outside my gym with a knife. ${"a".repeat(200)}\nIt is the third time.`;
  const body = { userId: reported.id, reason: "Someone is in danger" as const, details };
  expect((await app.call(reportMember, { body }, reporter.token)).status).toBe(201);
  const row = await findRow(staff, reported.id);
  expect(row).toMatchObject({ items: 2, top: { kind: "report", reason: "Someone is in danger" } });
  const words = row?.top?.kind === "report" ? row.top.words : "";
  expect(words).toMatch(/^He waits outside my gym with a knife\. a+…$/);
  expect(words).toHaveLength(120);
});

test("a row about a picture, an appeal, a notice and a selfie says what it is", async () => {
  const staff = await createStaff(app);
  const top = async (memberId: string) => (await findRow(staff, memberId))?.top;
  const held = (holdReason: string | null) => ({ kind: "picture_check", holdReason });
  expect(await top(await createPictureCase({ state: "held", scores: { porn: 0.9 } }))).toEqual(held("explicit"));
  expect(await top(await createPictureCase({ state: "held", match: "ncii" }))).toEqual(held("listed_copy"));
  expect(await top(await createPictureCase({ state: "clear" }))).toEqual(held(null));
  expect(await top(await createPictureCase())).toEqual(held(null));

  const noted = await createMember(app);
  const place = `https://spotter.test/profile/${noted.id}`;
  const form = { kind: "minor" as const, place, details: "She is at my school.\nIn class nine.", isGoodFaith: true };
  await app.call(sendNotice, { body: form });
  await attachNotices(app);
  expect(await top(noted.id)).toEqual({ kind: "notice", about: "minor", words: "She is at my school." });

  const { id: caseId, reported } = await createReportCase(app);
  const { version } = await openCase(app, caseId, staff);
  const decision = {
    version,
    acts: [{ act: "unlist" as const }],
    rule: "consent" as const,
    facts: "Threats.",
    words: "",
    upheld: [],
  };
  const decided = await callStaff(app, decideCase, { params: { caseId }, body: decision }, staff);
  const appealId = newId();
  await app.database.pool.query(
    "insert into appeals (id, decision_id, member_id, words) values ($1, $2, $3, 'It was a joke between us.')",
    [appealId, decided.body.decisionId, reported.id],
  );
  const subject = { kind: "member", memberId: reported.id } as const;
  const appeal = { kind: "appeal", sourceId: appealId, subject, weight: 1, dueAt: later(24) } as const;
  await app.ctx.transact((tx) => attachToCase(tx, appeal));
  expect(await top(reported.id)).toEqual({ kind: "appeal", acts: ["unlist"] });

  const verified = await createMember(app);
  await addPhoto(app, verified);
  await submitSelfie(app, verified);
  expect(await top(verified.id)).toEqual({ kind: "verification" });
  expect((await findRow(await createStaff(app, "photos"), verified.id))?.top).toEqual({ kind: "verification" });
});

test("who works on pictures gets no words of members", async () => {
  const photos = await createStaff(app, "photos");
  const memberId = await createPictureCase({ state: "held", scores: {} });
  const { id: caseId } = await createReportCase(app);
  // Cases about pictures have no reports; this one must not show any if they ever do.
  await app.database.pool.query(
    `update case_items set case_id = (select id from cases where member_id = $1), due_at = now()
     where case_id = $2 and kind = 'report'`,
    [memberId, caseId],
  );
  const report = { kind: "report", reason: "Harassment or threats" };
  expect((await findRow(await createStaff(app), memberId))?.top).toEqual({ ...report, words: "They go on" });
  expect((await findRow(photos, memberId))?.top).toEqual({ ...report, words: "" });
});

test("the log has another look at the list if something has come in to one of its cases", async () => {
  const staff = await createStaff(app);
  const { reported } = await createReportCase(app);
  const looks = async () =>
    (await readAuditLog(app.ctx.db, undefined, 50)).filter(
      ({ actor, action }) => actor === staff.name && action === "list cases",
    ).length;
  for (let i = 0; i < 2; i++) await findRow(staff, reported.id);
  expect(await looks()).toBe(1);
  await attachSignal(reported, `dispute:${newId()}`);
  for (let i = 0; i < 2; i++) await findRow(staff, reported.id);
  expect(await looks()).toBe(2);
});

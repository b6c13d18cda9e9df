import { describe, expect, onTestFinished, test } from "vitest";
import { addPhotos } from "#contract/members/profiles.ts";
import { claimCase, getCase, lookAtCase, releaseCase } from "#contract/moderation/cases.ts";
import { sendNotice } from "#contract/moderation/notices.ts";
import { assignNotice, listUnassignedNotices } from "#contract/moderation/unassigned-notices.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { UNCLAIMED_ACCESSES_MAX } from "#server/domains/moderation/staff/evidence-access.service.ts";
import { listStaff } from "#server/domains/moderation/staff/staff.service.ts";
import { staffLooks } from "#server/platform/observability/metrics.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { makeJpeg, photoForm } from "#server/testing/images.ts";
import { createMember } from "#server/testing/members.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const clock = { ahead: 0 };
const app = testApp({}, { now: () => new Date(Date.now() + clock.ahead) });
const REASON = "A member wrote to support about it";
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const find = async (caseId: string, staff: TestStaff) =>
  (await callStaff(app, getCase, { params: { caseId } }, staff)).body;
const claim = async (caseId: string, staff: TestStaff) => {
  const { version } = (await find(caseId, staff)).case;
  return (await callStaff(app, claimCase, { params: { caseId }, body: { version } }, staff)).body;
};
const lookFor = (caseId: string, staff: TestStaff, reason = REASON) =>
  callStaff(app, lookAtCase, { params: { caseId }, body: { reason } }, staff);
const openImage = (url: string, { cookie }: TestStaff) => app.fetch(url, { headers: { cookie } });
const logOf = async (caseId: string) =>
  (await readAuditLog(app.ctx.db, caseId, 20)).map(({ action, actor, reason }) => [action, actor, reason]).reverse();

async function createCaseWithPhoto() {
  const opened = await createReportCase(app);
  await app.call(addPhotos, { form: photoForm(await makeJpeg(60, 80)) }, opened.reported.token);
  return opened;
}

function createPictureCase(memberId: string): Promise<string> {
  const imageKey = crypto.randomUUID().replaceAll("-", "");
  const subject = { kind: "picture", memberId, imageKey } as const;
  const item = { kind: "picture_check", sourceId: imageKey, subject, weight: 1, dueAt: new Date() } as const;
  return app.ctx.transact((tx) => attachToCase(tx, item));
}

describe("the evidence of a case", () => {
  test("is not for who has neither claimed the case nor said why they look, and neither are its pictures", async () => {
    const { id, reported } = await createCaseWithPhoto();
    const [mine, other] = [await createStaff(app, "reports"), await createStaff(app)];
    const seen = await find(id, other);
    expect([seen.case.username, seen.case.items, seen.evidence]).toEqual([reported.username, 1, null]);
    expect(JSON.stringify(seen)).not.toContain("Something nasty");
    const { evidence } = await claim(id, mine);
    expect(JSON.stringify(evidence)).toContain("Something nasty");
    expect((await find(id, other)).evidence).toBeNull();
    const url = evidence?.subject.images[0]?.url ?? "";
    for (const size of ["thumb", "full"]) {
      const refused = await openImage(`${url}?size=${size}`, other);
      expect([refused.status, refused.body.code]).toEqual([403, "case_unclaimed"]);
      expect((await openImage(`${url}?size=${size}`, mine)).status).toBe(200);
    }
    expect(await logOf(id)).toEqual(
      ["claim case", "show case", "look at picture", "look at picture"].map((action) => [action, mine.name, ""]),
    );
  });

  test("is the claimant's until they leave the case or a colleague claims it, whose it is then", async () => {
    const { id } = await createReportCase(app);
    const [one, other] = [await createStaff(app), await createStaff(app)];
    const isSeenBy = async (staff: TestStaff) => (await find(id, staff)).evidence !== null;
    const claimed = await claim(id, one);
    clock.ahead = 21 * 60_000;
    onTestFinished(() => {
      clock.ahead = 0;
    });
    expect([(await find(id, one)).case.claim, await isSeenBy(one), await isSeenBy(other)]).toEqual([null, true, false]);
    expect((await claim(id, other)).evidence).not.toBeNull();
    expect([await isSeenBy(one), await isSeenBy(other)]).toEqual([false, true]);
    clock.ahead = 0;
    const until = (await find(id, other)).case.claim?.until ?? claimed.case.openedAt;
    await callStaff(app, releaseCase, { params: { caseId: id }, body: { until } }, other);
    expect(await isSeenBy(other)).toBe(false);
  });

  test("is for an hour another person's who says why, which the log and the history have", async () => {
    const { id } = await createCaseWithPhoto();
    const reader = await createStaff(app, "read_only");
    for (const reason of ["", "  because  ", "\u2800".repeat(12)]) {
      const { status, body } = await lookFor(id, reader, reason);
      expect([status, body.code, Object.keys(body["errors" as never])]).toEqual([400, "invalid", ["reason"]]);
    }
    expect(await logOf(id)).toEqual([]);
    const { evidence } = (await lookFor(id, reader)).body;
    expect((await openImage(`${evidence?.subject.images[0]?.url}?size=thumb`, reader)).status).toBe(200);
    const again = await find(id, reader);
    expect(again.evidence?.history.filter(({ kind }) => kind === "looked")).toMatchObject(
      [1, 2].map(() => ({ by: reader.name, note: REASON })),
    );
    expect(await logOf(id)).toEqual(
      ["show case", "look at picture", "show case"].map((action) => [action, reader.name, REASON]),
    );
    await query("update staff_looks set looked_at = looked_at - interval '61 minutes' where case_id = $1", id);
    expect((await find(id, reader)).evidence).toBeNull();
  });

  test("is for nobody who claims more than ten cases at once, which would keep colleagues from them", async () => {
    const { id: memberId } = await createMember(app);
    const caseIds = await Promise.all(Array.from({ length: 11 }, () => createPictureCase(memberId)));
    const [mine, other] = [await createStaff(app), await createStaff(app)];
    const claimAll = (staff: TestStaff) =>
      Promise.all(
        caseIds.map((caseId) => callStaff(app, claimCase, { params: { caseId }, body: { version: 1 } }, staff)),
      );
    const claimed = await claimAll(mine);
    const refused = claimed.findIndex(({ status }) => status !== 200);
    expect(claimed.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(claimed[refused]).toMatchObject({ status: 409, body: { code: "claim_limit" } });
    expect((await claimAll(mine)).map(({ status }) => status)).toEqual(claimed.map(({ status }) => status));
    expect((await claimAll(other)).filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("of a picture is for who works on pictures only by their claim", async () => {
    const { id: memberId } = await createMember(app);
    const caseId = await createPictureCase(memberId);
    const photos = await createStaff(app, "photos");
    expect((await lookFor(caseId, photos)).body.code).toBe("staff_forbidden");
    expect((await claim(caseId, photos)).evidence?.subject.images).toHaveLength(1);
  });

  test("of a case that somebody makes by a notice of their own is no other's: its looks are in the log, too", async () => {
    const member = await createMember(app);
    const staff = await createStaff(app, "reports");
    const sent = await app.call(sendNotice, {
      body: {
        kind: "illegal",
        place: "A picture",
        details: "It offers what the law forbids.",
        username: "nobody_at_all",
        name: "Maya Ortiz",
        email: "maya.ortiz@example.com",
        isGoodFaith: true,
      },
    });
    const { notices } = (await callStaff(app, listUnassignedNotices, {}, staff)).body;
    const noticeId = notices.find(({ number }) => number === sent.body.number)?._id ?? "";
    const body = { username: member.username };
    const { caseId } = (await callStaff(app, assignNotice, { params: { noticeId }, body }, staff)).body;
    expect((await find(caseId, staff)).evidence).toBeNull();
    await openCase(app, caseId, staff);
    expect(await logOf(caseId)).toEqual([
      ["claim case", staff.name, ""],
      ["show case", staff.name, ""],
    ]);
  });
});

describe("looks without a claim", () => {
  const lookBefore = async ({ id }: TestStaff, many: number) =>
    query(
      `with made as (
         insert into cases (id, kind, member_id, image_key, due_at)
         select gen_random_uuid(), 'picture', $2, replace(gen_random_uuid()::text, '-', ''), now()
         from generate_series(1, $3) returning id)
       insert into staff_looks (staff_id, case_id, is_claimant, reason) select $1, id, false, 'Before' from made`,
      id,
      (await createMember(app)).id,
      many,
    );

  test("are a hundred in a day for each person, also at the same time; claimed cases are not among them", async () => {
    const [reader, other] = [await createStaff(app, "all"), await createStaff(app)];
    await lookBefore(reader, UNCLAIMED_ACCESSES_MAX - 1);
    const [first, second, third] = [
      await createReportCase(app),
      await createReportCase(app),
      await createReportCase(app),
    ];
    const answers = await Promise.all([first, second].map(({ id }) => lookFor(id, reader)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    const [seen, refused] = answers[0]?.status === 200 ? [first, second] : [second, first];
    const again = await lookFor(refused.id, reader);
    expect(again.body).toMatchObject({ code: "staff_look_limit" });
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(86_000);
    expect((await find(refused.id, reader)).evidence).toBeNull();
    // Not counted again.
    expect((await lookFor(seen.id, reader)).status).toBe(200);
    expect((await lookFor(refused.id, other)).status).toBe(200);
    expect((await claim(third.id, reader)).evidence).not.toBeNull();
    expect((await lookFor(third.id, reader)).status).toBe(200);
    await query("update staff_looks set looked_at = now() - interval '25 hours' where reason = 'Before'");
    expect((await lookFor(refused.id, reader)).status).toBe(200);
  });

  test("are counted beside the others, for operators and in the metrics", async () => {
    const staff = await createStaff(app, "reports");
    const counts = async () => {
      const { values } = await staffLooks.get();
      return ["claim", "reason"].map(
        (access) => values.find(({ labels }) => labels.role === "reports" && labels.access === access)?.value ?? 0,
      );
    };
    const [claimed = 0, reasoned = 0] = await counts();
    const [one, other] = [await createReportCase(app), await createReportCase(app)];
    await claim(one.id, staff);
    await lookFor(other.id, staff);
    await find(other.id, staff);
    expect(await counts()).toEqual([claimed + 1, reasoned + 2]);
    const listed = (await listStaff(app.ctx, { who: "ada", reason: "" })).find(({ id }) => id === staff.id);
    expect(listed).toMatchObject({ cases_seen: 2, unclaimed_seen: 1 });
  });
});

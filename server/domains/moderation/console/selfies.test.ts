import { describe, expect, test } from "vitest";
import { reorderPhotos } from "#contract/members/profiles.ts";
import {
  approveVerification,
  claimCase,
  decideCase,
  getCase,
  listQueue,
  refuseVerification,
} from "#contract/moderation/cases.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { POSES } from "#contract/moderation/selfies.ts";
import { getVerification } from "#contract/moderation/verification.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";
import { addPhoto, submitSelfie } from "#server/testing/verification.ts";

const app = testApp();

async function createSelfieCase() {
  const member = await createCompleteMember(app);
  const { id, photoId } = await submitSelfie(app, member);
  return { member, verificationId: id, photoId, caseId: await caseOf(member) };
}

const caseOf = async ({ id }: TestMember): Promise<string> =>
  (
    await app.ctx.db
      .selectFrom("cases")
      .select("id")
      .where("member_id", "=", id)
      .where("state", "=", "open")
      .executeTakeFirstOrThrow()
  ).id;

const find = (caseId: string, staff: TestStaff) => callStaff(app, getCase, { params: { caseId } }, staff);
const look = (caseId: string, staff: TestStaff) => openCase(app, caseId, staff);
const approve = (verificationId: string, photoId: string, staff: TestStaff) =>
  callStaff(app, approveVerification, { params: { verificationId }, body: { photoId } }, staff);
const refuse = (verificationId: string, staff: TestStaff, reason: "wrong_pose" | "not_clear" = "wrong_pose") =>
  callStaff(app, refuseVerification, { params: { verificationId }, body: { reason } }, staff);
const stateOf = async ({ token }: TestMember) => (await app.call(getVerification, {}, token)).body;
const actionsAbout = async (id: string) => (await readAuditLog(app.ctx.db, id, 10)).map(({ action }) => action);

describe("a selfie in a case", () => {
  test("is shown with its pose beside the main photo, and each look is recorded", async () => {
    const { member, caseId, verificationId, photoId } = await createSelfieCase();
    await addPhoto(app, member);
    const staff = await createStaff(app);
    const { selfies, itemKinds } = await look(caseId, staff);
    expect(itemKinds).toEqual(["verification"]);
    expect(selfies).toMatchObject([
      { _id: verificationId, isLive: true, image: { caption: "selfie", photoId: null }, mainPhoto: { photoId } },
    ]);
    expect(Object.values(POSES)).toContain(selfies[0]?.pose);
    expect(await actionsAbout(verificationId)).toEqual(["show verification"]);

    const urls = [selfies[0]?.image.url ?? "", selfies[0]?.mainPhoto?.url ?? ""];
    expect(new Set(urls).size).toBe(2);
    const open = (url: string, headers: Record<string, string>) => app.fetch(url, { headers });
    for (const url of urls) {
      const shown = await open(url, { cookie: staff.cookie });
      expect([shown.status, shown.headers.get("content-type"), shown.headers.get("cache-control")]).toEqual([
        200,
        "image/webp",
        "no-store",
      ]);
      expect((await open(url, {})).status).toBe(401);
      expect((await open(url, { authorization: `Bearer ${member.token}` })).status).toBe(401);
    }
    const other = await createSelfieCase();
    await look(other.caseId, staff);
    expect((await open((urls[0] ?? "").replace(caseId, other.caseId), { cookie: staff.cookie })).status).toBe(404);
    expect((await actionsAbout(caseId)).filter((action) => action === "look at picture")).toHaveLength(2);
  });

  test("is approved for the main photo that was compared, and gone", async () => {
    const { member, caseId, verificationId, photoId } = await createSelfieCase();
    const staff = await createStaff(app, "reports");
    const url = (await look(caseId, staff)).selfies[0]?.image.url ?? "";
    const second = (await addPhoto(app, member)).find((one) => one !== photoId) ?? "";
    await app.call(reorderPhotos, { body: { photoIds: [second, photoId] } }, member.token);
    expect((await approve(verificationId, photoId, staff)).body.code).toBe("verification_changed");
    expect((await approve(verificationId, second, staff)).status).toBe(200);
    expect(await stateOf(member)).toMatchObject({ isVerified: true });
    const { isOpen, selfies } = await look(caseId, staff);
    expect([isOpen, selfies]).toEqual([false, []]);
    expect((await app.fetch(url, { headers: { cookie: staff.cookie } })).status).toBe(404);
    const log = await readAuditLog(app.ctx.db, verificationId, 1);
    expect(log).toMatchObject([{ action: "approve verification", actor: staff.name }]);
  });

  test("is refused with a reason that a person can give, and the member reads it", async () => {
    const { member, verificationId } = await createSelfieCase();
    const staff = await createStaff(app);
    const params = { verificationId };
    const late = await callStaff(app, refuseVerification, { params, body: { reason: "too_late" } } as never, staff);
    expect(late).toMatchObject({ status: 400, body: { errors: { reason: "Choose a reason" } } });
    expect((await refuse(verificationId, staff, "not_clear")).status).toBe(200);
    expect(await stateOf(member)).toMatchObject({
      isVerified: false,
      request: { state: "refused", reason: "not_clear" },
    });
    expect((await refuse(verificationId, staff)).body.code).toBe("verification_decided");
    expect((await refuse(newId(), staff)).status).toBe(404);
  });

  test("is decided once by two people at the same time", async () => {
    const { member, verificationId, photoId } = await createSelfieCase();
    const [one, other] = [await createStaff(app), await createStaff(app)];
    const answers = await Promise.all([approve(verificationId, photoId, one), refuse(verificationId, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await stateOf(member)).isVerified).toBe(answers[0].status === 200);
  });

  test("is left to the person who has claimed its case", async () => {
    const { caseId, verificationId } = await createSelfieCase();
    const [one, other] = [await createStaff(app), await createStaff(app)];
    const { version } = (await find(caseId, one)).body.case;
    await callStaff(app, claimCase, { params: { caseId }, body: { version } }, one);
    expect((await refuse(verificationId, other)).body.code).toBe("case_claimed");
    expect((await refuse(verificationId, one)).status).toBe(200);
  });

  test("is decided before the rest of its case", async () => {
    const { member, caseId, verificationId } = await createSelfieCase();
    const reporter = await createCompleteMember(app);
    await app.call(reportMember, { body: { userId: member.id, reason: "Something else" } }, reporter.token);
    const staff = await createStaff(app);
    const decide = async () => {
      const { version } = await look(caseId, staff);
      const acts = [{ act: "no_action" as const }];
      const body = { version, acts, rule: "guidelines" as const, facts: "", words: "", upheld: [] };
      return callStaff(app, decideCase, { params: { caseId }, body }, staff);
    };
    expect((await decide()).body.code).toBe("verification_open");
    expect((await refuse(verificationId, staff)).status).toBe(200);
    expect((await decide()).status).toBe(200);
  });
});

describe("who works on pictures", () => {
  const queueOf = async (staff: TestStaff, kind?: "picture") =>
    (await callStaff(app, listQueue, { query: { kind, limit: 100 } }, staff)).body.cases.map(({ _id }) => _id);

  test("has cases about selfies only, and sees those that are decided, without the selfie", async () => {
    const { caseId, verificationId, photoId } = await createSelfieCase();
    const photos = await createStaff(app, "photos");
    expect(await queueOf(photos)).toContain(caseId);
    // A filter means what it says.
    expect(await queueOf(photos, "picture")).not.toContain(caseId);
    expect((await look(caseId, photos)).selfies).toHaveLength(1);
    expect((await approve(verificationId, photoId, photos)).status).toBe(200);
    const { status, body } = await find(caseId, photos);
    expect([status, body.case.isOpen, body.evidence]).toEqual([200, false, null]);
  });

  test("has no case that also holds a report", async () => {
    const { member, caseId, verificationId, photoId } = await createSelfieCase();
    const reporter = await createCompleteMember(app);
    await app.call(reportMember, { body: { userId: member.id, reason: "Something else" } }, reporter.token);
    const photos = await createStaff(app, "photos");
    expect(await queueOf(photos)).not.toContain(caseId);
    for (const answer of [await find(caseId, photos), await approve(verificationId, photoId, photos)])
      expect(answer.body.code).toBe("staff_forbidden");
  });

  test("decides nothing else of such a case", async () => {
    const { caseId, verificationId } = await createSelfieCase();
    const photos = await createStaff(app, "photos");
    const { version } = await look(caseId, photos);
    const body = {
      version,
      acts: [{ act: "unlist" as const }],
      rule: "be_you" as const,
      facts: "Somebody else.",
      words: "",
      upheld: [],
    };
    expect((await callStaff(app, decideCase, { params: { caseId }, body }, photos)).body.code).toBe("staff_forbidden");
    expect((await refuse(verificationId, photos)).status).toBe(200);
  });
});

test("who only reads looks at a selfie, and does not decide it", async () => {
  const { caseId, verificationId, photoId } = await createSelfieCase();
  const reader = await createStaff(app, "read_only");
  expect((await look(caseId, reader)).selfies).toHaveLength(1);
  for (const answer of [await approve(verificationId, photoId, reader), await refuse(verificationId, reader)])
    expect(answer.body.code).toBe("staff_forbidden");
});

import { expect, test } from "vitest";
import { addPhotos } from "#contract/members/profiles.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { sendAppeal } from "#contract/moderation/appeals.ts";
import { decideAppeal, decideCase } from "#contract/moderation/cases.ts";
import { appealTokenOf } from "#server/domains/moderation/restrictions/appeal-token.policy.ts";
import { removeStaffMember } from "#server/domains/moderation/staff/staff.service.ts";
import { createReportCase, type TestCase } from "#server/testing/cases.ts";
import { makeJpeg, photoForm } from "#server/testing/images.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const look = (caseId: string, staff: TestStaff) => openCase(app, caseId, staff);

/** @returns the id of the appeal */
async function decideAndAppeal(
  staff: TestStaff,
  { id: caseId, reported }: TestCase,
  acts: ActChoice[] = [{ act: "unlist" }],
): Promise<string> {
  const { version } = await look(caseId, staff);
  const body = { version, acts, rule: "consent" as const, facts: "Seen.", words: "", upheld: [] };
  const made = await callStaff(app, decideCase, { params: { caseId }, body }, staff);
  const token = appealTokenOf(app.ctx, made.body.decisionId);
  await app.call(sendAppeal, { params: { token }, body: { words: "Please look again" } });
  const { rows } = await app.database.pool.query("select id from appeals where member_id = $1", [reported.id]);
  return rows[0].id;
}

test("who decides an appeal sees the photo that was removed", async () => {
  const [carl, dora] = [await createStaff(app, "reports"), await createStaff(app, "reports")];
  const reported = await createReportCase(app);
  const { body } = await app.call(addPhotos, { form: photoForm(await makeJpeg(400, 300)) }, reported.reported.token);
  await decideAndAppeal(carl, reported, [{ act: "remove_photo", photoId: body.photos[0]?._id ?? "" }]);
  const { rows } = await app.database.pool.query("select id from cases where member_id = $1 and state = 'open'", [
    reported.reported.id,
  ]);
  const { appeals } = await look(rows[0].id, dora);
  const images = appeals[0]?.images;
  expect(images).toMatchObject([{ caption: "removed picture", photoId: null }]);
  const picture = await fetch(`${app.address}${images?.[0]?.url}`, { headers: { cookie: dora.cookie } });
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(0);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  for (const { id } of [carl, dora]) await removeStaffMember(app.ctx, { who: "ada", reason: "" }, id);
});

test("who decides an appeal sees at most fifty reports of its evidence, and how many more there are", async () => {
  const [carl, dora] = [await createStaff(app, "reports"), await createStaff(app, "reports")];
  const decided = await createReportCase(app);
  const { id: caseId, reported } = decided;
  await decideAndAppeal(carl, decided);
  await app.database.pool.query(
    `with copied as (
       insert into reports select copy.* from reports, generate_series(1, 52) as n, jsonb_populate_record(
         reports, jsonb_build_object('id', gen_random_uuid(), 'code', code || n)) as copy
       where reports.reported_id = $1 returning id)
     insert into case_items (kind, source_id, case_id, weight, due_at, version, done_at)
     select 'report', copied.id::text, $2, 1, now(), 1, decided_at from copied, decisions where decisions.case_id = $2`,
    [reported.id, caseId],
  );
  const { rows } = await app.database.pool.query("select id from cases where member_id = $1 and state = 'open'", [
    reported.id,
  ]);
  const { appeals } = await look(rows[0].id, dora);
  expect(appeals.map((one) => [one.reports.length, one.moreReports, one.moreNotices])).toEqual([[50, 3, 0]]);
  for (const { id } of [carl, dora]) await removeStaffMember(app.ctx, { who: "ada", reason: "" }, id);
});

test("an appeal is decided by somebody else, and by whoever is left once the others have left the staff", async () => {
  const [carl, dora] = [await createStaff(app, "reports"), await createStaff(app, "reports")];
  await decideAndAppeal(dora, await createReportCase(app));
  const appealId = await decideAndAppeal(carl, await createReportCase(app));
  const decide = () =>
    callStaff(app, decideAppeal, { params: { appealId }, body: { outcome: "upheld", answer: "" } }, carl);
  expect((await decide()).body.code).toBe("appeal_own_decision");
  await removeStaffMember(app.ctx, { who: "ada", reason: "" }, dora.id);
  expect((await decide()).status).toBe(200);
});

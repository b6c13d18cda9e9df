import { expect, test } from "vitest";
import { sendAppeal } from "#contract/appeals.ts";
import { decideAppeal, decideCase, getCase } from "#contract/moderation-cases.ts";
import { appealTokenOf } from "#server/modules/restrictions/appeal-token.ts";
import { removeStaffMember } from "#server/modules/staff/staff.service.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { callStaff, createStaff, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const look = async (caseId: string, staff: TestStaff) =>
  (await callStaff(app, getCase, { params: { caseId } }, staff)).body.case;

/** A decision that its member appeals. @returns the id of the appeal */
async function decideAndAppeal(staff: TestStaff): Promise<string> {
  const { id: caseId, reported } = await createReportCase(app);
  const { version } = await look(caseId, staff);
  const body = { version, acts: [{ act: "unlist" as const }], rule: "consent" as const, facts: "", words: "" };
  const made = await callStaff(app, decideCase, { params: { caseId }, body }, staff);
  const token = appealTokenOf(app.ctx, made.body.decisionId);
  await app.call(sendAppeal, { params: { token }, body: { words: "Please look again" } });
  const { rows } = await app.database.pool.query("select id from appeals where member_id = $1", [reported.id]);
  return rows[0].id;
}

test("an appeal is decided by somebody else, and by whoever is left once the others have left the staff", async () => {
  const [carl, dora] = [await createStaff(app, "reports"), await createStaff(app, "reports")];
  await decideAndAppeal(dora);
  const appealId = await decideAndAppeal(carl);
  const decide = () =>
    callStaff(app, decideAppeal, { params: { appealId }, body: { outcome: "upheld", answer: "" } }, carl);
  expect((await decide()).body.code).toBe("appeal_own_decision");
  await removeStaffMember(app.ctx, { who: "ada", reason: "" }, dora.id);
  expect((await decide()).status).toBe(200);
});

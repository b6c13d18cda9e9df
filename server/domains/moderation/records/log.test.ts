import { expect, test } from "vitest";
import { listLog } from "#contract/moderation/audit-log.ts";
import { lookAtCase } from "#contract/moderation/cases.ts";
import { getMemberRecord } from "#contract/moderation/member-records.ts";
import { COMMAND_LINE } from "#contract/moderation/past-decisions.ts";
import { STAFF_ROLES } from "#contract/moderation/staff-roles.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { createMember } from "#server/testing/members.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const list = async (staff: TestStaff, query: Parameters<typeof callStaff<typeof listLog>>[2]["query"] = {}) =>
  (await callStaff(app, listLog, { query }, staff)).body;

test("has who did what to whom, latest first, with names", async () => {
  const [staff, other] = [await createStaff(app), await createStaff(app)];
  const { id: caseId, reported } = await createReportCase(app);
  await openCase(app, caseId, staff);
  const reason = "A member wrote to support";
  await callStaff(app, lookAtCase, { params: { caseId }, body: { reason } }, other);
  await callStaff(app, getMemberRecord, { params: { memberId: reported.id } }, staff);
  await suspendMember(app.ctx, { who: "ada", reason: "Sent threats" }, reported.username, null, "Threats.");
  const { entries, people, actions } = await list(staff, { about: reported.id });
  const aboutMember = { _id: reported.id, kind: "member", name: reported.username };
  const aboutCase = { _id: caseId, kind: "case", name: reported.username };
  expect(entries.map(({ by, action, target, reason: why }) => [by, action, target, why])).toEqual([
    ["ada", "suspend", aboutMember, "Sent threats"],
    [staff.name, "show member", aboutMember, ""],
    [other.name, "show case", aboutCase, reason],
    [staff.name, "show case", aboutCase, ""],
    [staff.name, "claim case", aboutCase, ""],
  ]);
  expect(people).toContainEqual({ _id: other.id, name: other.name });
  expect(actions).toEqual([...actions].sort());
  expect(actions).toEqual(expect.arrayContaining(["claim case", "invite staff", "show member"]));

  const actionsOf = async (query: Parameters<typeof list>[1]) =>
    (await list(staff, query)).entries.map(({ action }) => action);
  expect(await actionsOf({ by: other.id, about: caseId })).toEqual(["show case"]);
  expect(await actionsOf({ action: "suspend", about: reported.id })).toEqual(["suspend"]);
  expect(await actionsOf({ by: COMMAND_LINE, about: reported.id })).toEqual(["suspend"]);
  // The reads above are entries, too.
  const page = await list(staff, { about: caseId, limit: 2 });
  expect(page.entries.map(({ action }) => action)).toEqual(["list log", "show case"]);
  expect(await actionsOf({ about: caseId, limit: 2, cursor: page.nextCursor ?? "" })).toEqual([
    "show case",
    "claim case",
  ]);
  const invited = await list(staff, { action: "invite staff", limit: 100 });
  expect(invited.entries.find(({ target }) => target?._id === other.id)?.target).toMatchObject({
    kind: "staff",
    name: other.name,
  });
});

test("is read by those who see every kind of case, and has that once for each page and filter", async () => {
  for (const role of STAFF_ROLES) {
    const staff = await createStaff(app, role);
    const { status } = await callStaff(app, listLog, { query: {} }, staff);
    expect([role, status]).toEqual([role, ["all", "read_only"].includes(role) ? 200 : 403]);
  }
  const [staff, auditor] = [await createStaff(app), await createStaff(app, "read_only")];
  const { id: about } = await createMember(app);
  for (let i = 0; i < 3; i++) await list(auditor);
  await list(auditor, { about });
  const { entries } = await list(staff, { by: auditor.id, action: "list log" });
  expect(entries.map(({ target, details }) => [target?._id ?? null, details.map(({ name }) => name)])).toEqual([
    [about, ["count"]],
    [null, ["count"]],
  ]);
});

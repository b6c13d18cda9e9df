import { expect, test } from "vitest";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { decideCase, undoDecision } from "#contract/moderation/cases.ts";
import { COMMAND_LINE, listDecisions } from "#contract/moderation/past-decisions.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { LOOKED_AT_MAX } from "#server/platform/lib/page.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { createMember } from "#server/testing/members.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

async function decide(staff: TestStaff, caseId: string, act: ActChoice, rule: RuleKey): Promise<string> {
  const { version } = await openCase(app, caseId, staff);
  const body = { version, acts: [act], rule, facts: "Words of a conversation", words: "", upheld: [] };
  return (await callStaff(app, decideCase, { params: { caseId }, body }, staff)).body.decisionId;
}

const list = async (staff: TestStaff, query: Parameters<typeof callStaff<typeof listDecisions>>[2]["query"] = {}) =>
  (await callStaff(app, listDecisions, { query }, staff)).body;

async function createPictureCase(): Promise<string> {
  const { id: memberId } = await createMember(app);
  const imageKey = newId().replaceAll("-", "");
  const subject = { kind: "picture", memberId, imageKey } as const;
  const item = { kind: "picture_check", sourceId: imageKey, subject, weight: 1, dueAt: new Date() } as const;
  return app.ctx.transact((tx) => attachToCase(tx, item));
}

test("decisions are listed latest first, by page, person, act and rule, with what became of them", async () => {
  const [grace, ada] = [await createStaff(app), await createStaff(app)];
  const [one, other] = [await createReportCase(app), await createReportCase(app)];
  const first = await decide(grace, one.id, { act: "mute", days: 7 }, "consent");
  const second = await decide(ada, other.id, { act: "unlist" }, "fraud");
  await callStaff(app, undoDecision, { params: { decisionId: first } }, grace);
  await app.database.pool.query(
    "insert into appeals (id, decision_id, member_id, words) values (gen_random_uuid(), $1, $2, 'It was a joke.')",
    [second, other.reported.id],
  );
  const { id: third, username } = await createMember(app);
  await suspendMember(app.ctx, { who: "ada", reason: "Threats" }, username, null, "Threats.");

  const { decisions, people } = await list(grace);
  expect(decisions.slice(0, 3)).toMatchObject([
    { memberId: third, acts: ["suspend"], rule: "guidelines", by: "ada", caseId: null, appeal: null },
    { _id: second, caseId: other.id, username: other.reported.username, by: ada.name, appeal: "open", undoneAt: null },
    { _id: first, caseId: one.id, acts: ["mute"], rule: "consent", by: grace.name, undoneAt: expect.any(String) },
  ]);
  expect(JSON.stringify(decisions)).not.toMatch(/Words of a conversation|It was a joke/);
  expect(people).toContainEqual({ _id: ada.id, name: ada.name });

  const idsOf = async (query: Parameters<typeof list>[1]) => (await list(grace, query)).decisions.map(({ _id }) => _id);
  expect(await idsOf({ by: ada.id })).toEqual([second]);
  expect(await idsOf({ by: grace.id, act: "unlist" })).toEqual([]);
  expect(await idsOf({ act: "mute", rule: "consent" })).toContain(first);
  expect(await idsOf({ rule: "fraud" })).toEqual([second]);
  expect((await list(grace, { by: COMMAND_LINE })).decisions[0]?.memberId).toBe(third);
  const page = await list(grace, { limit: 1 });
  expect(page.decisions[0]?.memberId).toBe(third);
  expect((await list(grace, { limit: 1, cursor: page.nextCursor ?? "" })).decisions[0]?._id).toBe(second);
});

test("an act that is rare is looked for among a number of decisions at a time", async () => {
  const staff = await createStaff(app);
  const { id, username } = await createMember(app);
  await suspendMember(app.ctx, { who: "ada", reason: "Threats" }, username, null, "Threats.");
  const { id: other } = await createMember(app);
  await app.database.pool.query(
    `insert into decisions (id, member_id, rule, decided_by)
     select gen_random_uuid(), $1, 'guidelines', 'ada' from generate_series(1, $2::int)`,
    [other, LOOKED_AT_MAX],
  );
  const first = await list(staff, { act: "suspend" });
  expect(first).toMatchObject({ decisions: [], nextCursor: expect.any(String) });
  const second = await list(staff, { act: "suspend", cursor: first.nextCursor ?? "" });
  expect(second.decisions[0]).toMatchObject({ memberId: id, acts: ["suspend"] });
});

test("who works on pictures sees decisions in such cases only", async () => {
  const [all, photos] = [await createStaff(app), await createStaff(app, "photos")];
  const caseId = await createPictureCase();
  const about = await decide(all, caseId, { act: "no_action" }, "consent");
  await decide(all, (await createReportCase(app)).id, { act: "unlist" }, "consent");
  expect((await list(photos)).decisions).toMatchObject([{ _id: about, caseId }]);
  // Who works on members sees the decision, and has no case to open.
  const { decisions } = await list(await createStaff(app, "reports"));
  expect(decisions.find(({ _id }) => _id === about)).toMatchObject({ caseId: null });
});

test("a look at the list is in the log once", async () => {
  const staff = await createStaff(app);
  for (let i = 0; i < 2; i++) await list(staff);
  await list(staff, { rule: "danger" });
  const looks = (await readAuditLog(app.ctx.db, undefined, 20)).filter(({ actor }) => actor === staff.name);
  expect(looks.filter(({ action }) => action === "list decisions")).toHaveLength(2);
});

import { expect, test } from "vitest";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { sendAppeal } from "#contract/moderation/appeals.ts";
import { closeCases, decideAppeal, decideCase, undoDecision } from "#contract/moderation/cases.ts";
import { sendDataCopy } from "#contract/moderation/data-copies.ts";
import { getLoginOptions, logIn, reauthenticateStaff } from "#contract/moderation/staff.ts";
import { findStatus } from "#server/domains/members/members.queries.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { appealTokenOf } from "#server/domains/moderation/restrictions/appeal-token.policy.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { createConfirmedMember } from "#server/testing/members.ts";
import { callStaff, cookieIn, createStaff, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

type Session = Pick<TestStaff, "cookie">;

/** Eleven minutes later, for all sessions of a person. */
const wait = ({ id }: TestStaff) =>
  query("update staff_sessions set authenticated_at = now() - interval '11 minutes' where staff_id = $1", id);

async function prove({ authenticator }: Pick<TestStaff, "authenticator">, session: Session, deviations = {}) {
  const { body } = await callStaff(app, getLoginOptions, {});
  const credential = authenticator.get(body.options, deviations);
  return callStaff(app, reauthenticateStaff, { body: { credential } }, session);
}

const decide = (caseId: string, acts: ActChoice[], staff: Session) => {
  const body = { version: 1, acts, rule: "consent" as const, facts: "Seen.", words: "", upheld: [] };
  return callStaff(app, decideCase, { params: { caseId }, body }, staff);
};
const decideToEnd = (caseId: string, staff: Session) =>
  decide(caseId, [{ act: "unlist" }, { act: "end_account" }], staff);

/** Each returns a call that an open session alone cannot make. */
const CALLS: Readonly<Record<string, (staff: TestStaff) => Promise<() => Promise<{ status: number; body: object }>>>> =
  {
    "ending an account": async (staff) => {
      const { id } = await createReportCase(app);
      return () => decideToEnd(id, staff);
    },
    "undoing a decision": async (staff) => {
      const { id } = await createReportCase(app);
      const params = { decisionId: (await decide(id, [{ act: "unlist" }], staff)).body.decisionId };
      return () => callStaff(app, undoDecision, { params }, staff);
    },
    "closing cases at once": async (staff) => {
      const { id: caseId } = await createReportCase(app);
      return () => callStaff(app, closeCases, { body: { cases: [{ caseId, version: 1 }] } }, staff);
    },
    "sending a copy of a member's data": async (staff) => {
      const { id, email } = await createConfirmedMember(app);
      await suspendMember(app.ctx, { who: "ada", reason: "Sent threats" }, email, null, "Threats.");
      return () => callStaff(app, sendDataCopy, { params: { memberId: id } }, staff);
    },
    "taking a decision back after an appeal": async (staff) => {
      const { id, reported } = await createReportCase(app);
      const made = await decide(id, [{ act: "unlist" }], await createStaff(app));
      const params = { token: appealTokenOf(app.ctx, made.body.decisionId) };
      await app.call(sendAppeal, { params, body: { words: "Please look again" } });
      const [appeal] = await query("select id from appeals where member_id = $1", reported.id);
      const body = { outcome: "reversed" as const, answer: "" };
      return () => callStaff(app, decideAppeal, { params: { appealId: appeal.id }, body }, staff);
    },
  };

test.each(Object.entries(CALLS))("%s needs the passkey within ten minutes", async (_name, prepare) => {
  const staff = await createStaff(app);
  const call = await prepare(staff);
  await wait(staff);
  expect(await call()).toMatchObject({ status: 403, body: { code: "reauthentication_required" } });
  expect((await prove(staff, staff)).status).toBe(200);
  expect((await call()).status).toBe(200);
  const [entry] = await readAuditLog(app.ctx.db, staff.id, 1);
  expect(entry).toMatchObject({ action: "reauthenticate staff", actor: staff.name });
});

test("other decisions do not, nor does keeping one after an appeal", async () => {
  const staff = await createStaff(app);
  const { id, reported } = await createReportCase(app);
  const made = await decide(id, [{ act: "suspend", until: { days: 7 } }], await createStaff(app));
  const params = { token: appealTokenOf(app.ctx, made.body.decisionId) };
  await app.call(sendAppeal, { params, body: { words: "Please look again" } });
  const [appeal] = await query("select id from appeals where member_id = $1", reported.id);
  await wait(staff);
  const body = { outcome: "upheld" as const, answer: "" };
  expect((await callStaff(app, decideAppeal, { params: { appealId: appeal.id }, body }, staff)).status).toBe(200);
  const other = await createReportCase(app);
  expect((await decide(other.id, [{ act: "mute", days: 3 }], staff)).status).toBe(200);
});

test("a proof is the person's own, is used once, and counts in its session for ten minutes", async () => {
  const [staff, colleague] = [await createStaff(app), await createStaff(app)];
  const { id, reported } = await createReportCase(app);
  const { body } = await callStaff(app, getLoginOptions, {});
  const credential = staff.authenticator.get(body.options);
  const { headers } = await callStaff(app, logIn, { body: { credential } });
  const elsewhere = { cookie: cookieIn(headers) };
  await wait(staff);
  const refusals = [
    await prove(colleague, staff),
    await prove(staff, staff, { verified: false }),
    await callStaff(app, reauthenticateStaff, { body: { credential } }, staff),
  ];
  expect(refusals.map(({ body: { code } }) => code)).toEqual(refusals.map(() => "staff_login_failed"));
  expect((await prove(staff, elsewhere)).status).toBe(200);
  expect((await decideToEnd(id, staff)).body.code).toBe("reauthentication_required");
  await wait(staff);
  expect((await decideToEnd(id, elsewhere)).body.code).toBe("reauthentication_required");
  expect(await findStatus(app.ctx.db, reported.id)).toBe("active");
});

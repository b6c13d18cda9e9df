import { describe, expect, test } from "vitest";
import { sendNotice } from "#contract/moderation/notices.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { attachNotices } from "#server/testing/notices.ts";
import { createStaff, openCase } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

async function lookAtCaseOf({ id }: TestMember) {
  const { id: caseId } = await app.ctx.db
    .selectFrom("cases")
    .select("id")
    .where("member_id", "=", id)
    .executeTakeFirstOrThrow();
  return openCase(app, caseId, await createStaff(app));
}

describe("a notice from outside", () => {
  const notify = async (member: TestMember, sender: { name?: string; email?: string }) => {
    const answer = await app.call(sendNotice, {
      body: {
        kind: "minor",
        place: `https://spotter.test/profile/${member.id}`,
        details: "The second photo shows a child in a changing room.",
        isGoodFaith: true,
        ...sender,
      },
    });
    await attachNotices(app);
    return answer;
  };

  test("is in the case with all that a decision needs, and without its sender's address", async () => {
    const member = await createMember(app);
    const email = "maya.ortiz@example.com";
    const { number } = (await notify(member, { name: "Maya Ortiz", email })).body;
    const shown = await lookAtCaseOf(member);
    expect(shown.itemKinds).toEqual(["notice"]);
    expect(shown.notices).toMatchObject([
      {
        number,
        kind: "minor",
        place: `https://spotter.test/profile/${member.id}`,
        details: "The second photo shows a child in a changing room.",
        from: "Maya Ortiz",
        isOpen: true,
      },
    ]);
    expect(JSON.stringify(shown)).not.toContain(email);
  });

  test("shows fifty, and how many more there are", async () => {
    const member = await createMember(app);
    for (let i = 0; i < 2; i++) await notify(member, {});
    await app.database.pool.query(
      `with copied as (
         insert into notices (id, number, kind, place, username, details, name, email, member_id, is_honeypot_hit)
         select gen_random_uuid(), number || n, kind, place, username, details, name, email, member_id, false
         from notices, generate_series(1, 27) as n where member_id = $1 returning id)
       insert into case_items (kind, source_id, case_id, weight, due_at, version)
       select 'notice', copied.id::text, cases.id, 3, due_at, 4 from copied, cases where cases.member_id = $1`,
      [member.id],
    );
    const { notices, moreNotices, items, score } = await lookAtCaseOf(member);
    expect([notices.length, moreNotices, items, score]).toEqual([50, 6, 1, 3]);
  });

  test("can be anonymous", async () => {
    const member = await createMember(app);
    await notify(member, {});
    expect((await lookAtCaseOf(member)).notices).toMatchObject([{ from: null }]);
  });
});

describe("a fraud signal", () => {
  test("says what it is by its source", async () => {
    const member = await createMember(app);
    for (const sourceId of [`dispute:${newId()}`, `linked:${newId()}`, newId()])
      await app.ctx.transact((tx) =>
        attachToCase(tx, {
          kind: "fraud",
          sourceId,
          subject: { kind: "member", memberId: member.id },
          weight: 2,
          dueAt: new Date(Date.now() + 3_600_000),
        }),
      );
    const { signals, notices } = await lookAtCaseOf(member);
    expect(signals.map(({ text, isOpen }) => [text, isOpen])).toEqual([
      ["A bank has taken a payment back", true],
      ["Shares a payment card with a suspended account", true],
      ["Fraud signal", true],
    ]);
    expect(notices).toEqual([]);
  });

  test("is one of fifty that are shown, and of the others their number is", async () => {
    const member = await createMember(app);
    const signals = Array.from({ length: 53 }, () => `device:${newId()}`);
    for (const sourceId of signals)
      await app.ctx.transact((tx) =>
        attachToCase(tx, {
          kind: "fraud",
          sourceId,
          subject: { kind: "member", memberId: member.id },
          weight: 1,
          dueAt: new Date(Date.now() + 3_600_000),
        }),
      );
    const shown = await lookAtCaseOf(member);
    expect([shown.signals.length, shown.moreSignals, shown.items]).toEqual([50, 3, 53]);
  });
});

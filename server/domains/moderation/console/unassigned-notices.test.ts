import { describe, expect, test } from "vitest";
import { sendNotice } from "#contract/moderation/notices.ts";
import { assignNotice, closeNotice, listUnassignedNotices } from "#contract/moderation/unassigned-notices.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { createMember } from "#server/testing/members.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const post = createFakeMailer();
const app = testApp({}, { mailer: post, work: true });

const list = (staff: TestStaff) => callStaff(app, listUnassignedNotices, {}, staff);
const assign = (noticeId: string, username: string, staff: TestStaff) =>
  callStaff(app, assignNotice, { params: { noticeId }, body: { username } }, staff);
const close = (noticeId: string, staff: TestStaff) => callStaff(app, closeNotice, { params: { noticeId } }, staff);

async function createUnassignedNotice(staff: TestStaff, kind: "illegal" | "minor" = "illegal") {
  const email = `${newId()}@example.com`;
  const { number } = (
    await app.call(sendNotice, {
      body: {
        kind,
        place: "The picture with the red car",
        username: "nobody_at_all",
        details: "The profile offers things that the law forbids.",
        name: "Maya Ortiz",
        email,
        isGoodFaith: true,
      },
    })
  ).body;
  const found = (await list(staff)).body.notices.find((notice) => notice.number === number);
  if (!found) throw new Error("the notice is not listed");
  return { ...found, email };
}

describe("a notice that leads to no member", () => {
  test("is listed with what it says and when it is due, without its sender, the most urgent kind first", async () => {
    const staff = await createStaff(app);
    const illegal = await createUnassignedNotice(staff);
    const minor = await createUnassignedNotice(staff, "minor");
    const { notices } = (await list(staff)).body;
    const ids = notices.map(({ _id }) => _id);
    expect(ids.indexOf(minor._id)).toBeLessThan(ids.indexOf(illegal._id));
    expect(illegal).toMatchObject({
      kind: "illegal",
      place: "The picture with the red car",
      details: "The profile offers things that the law forbids.",
      username: "nobody_at_all",
    });
    expect((Date.parse(minor.dueAt) - Date.now()) / 3_600_000).toBeLessThanOrEqual(4);
    expect(JSON.stringify(notices)).not.toMatch(/@example\.com|Maya Ortiz/);
  });

  test("becomes part of a member's case, by one of two people at the same time", async () => {
    const staff = await createStaff(app, "reports");
    const member = await createMember(app);
    const { _id, number } = await createUnassignedNotice(staff);
    expect(await assign(_id, "nobody_at_all", staff)).toMatchObject({
      status: 400,
      body: { errors: { username: "No member has this name" } },
    });
    const name = ` ${member.username.toUpperCase()} `;
    const answers = await Promise.all([assign(_id, name, staff), assign(_id, name, staff)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const caseId = answers.find(({ status }) => status === 200)?.body.caseId ?? "";
    const shown = await openCase(app, caseId, staff);
    expect(shown.username).toBe(member.username);
    expect(shown.notices).toMatchObject([{ number, isOpen: true }]);
    expect((await list(staff)).body.notices.map((notice) => notice._id)).not.toContain(_id);
    expect(await close(_id, staff)).toMatchObject({ status: 409, body: { code: "case_changed" } });
    const log = await readAuditLog(app.ctx.db, _id, 5);
    expect(log).toMatchObject([{ action: "assign notice", actor: staff.name }]);
  });

  test("is closed once, and its sender is told", async () => {
    const staff = await createStaff(app);
    const { _id, number, email } = await createUnassignedNotice(staff);
    expect((await close(_id, staff)).status).toBe(200);
    expect((await close(_id, staff)).status).toBe(409);
    expect((await close(newId(), staff)).status).toBe(404);
    expect((await list(staff)).body.notices.map((notice) => notice._id)).not.toContain(_id);
    expect((await post.newest(email, `Your notice ${number} is decided`)).text).toContain("We found nothing to remove");
  });

  test("is for who works on members; who only reads changes nothing", async () => {
    const { _id } = await createUnassignedNotice(await createStaff(app));
    const [photos, reader] = [await createStaff(app, "photos"), await createStaff(app, "read_only")];
    expect((await list(reader)).body.notices.map((notice) => notice._id)).toContain(_id);
    const answers = [
      await list(photos),
      await assign(_id, "nobody_at_all", photos),
      await close(_id, photos),
      await assign(_id, "nobody_at_all", reader),
      await close(_id, reader),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => "staff_forbidden"));
  });
});

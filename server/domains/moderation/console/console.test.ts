import { describe, expect, onTestFinished, test } from "vitest";
import { sendAttachment } from "#contract/chat/messages.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import {
  addNote,
  claimCase,
  closeCases,
  decideCase,
  getCase,
  listQueue,
  lookAtCase,
  releaseCase,
  undoDecision,
} from "#contract/moderation/cases.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { getLoginOptions, logIn as logInStaff } from "#contract/moderation/staff.ts";
import { listUnassignedNotices } from "#contract/moderation/unassigned-notices.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { createReportCase, findOpenCase } from "#server/testing/cases.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createMatch, createMember } from "#server/testing/members.ts";
import { callStaff, cookieIn, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

const clock = { ahead: 0 };
const app = testApp({}, { now: () => new Date(Date.now() + clock.ahead) });
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

const look = (staff: TestStaff, caseId: string) => openCase(app, caseId, staff);

async function createPictureCase(): Promise<string> {
  const owner = await createMember(app);
  const imageKey = crypto.randomUUID().replaceAll("-", "");
  const subject = { kind: "picture", memberId: owner.id, imageKey } as const;
  const item = { kind: "picture_check", sourceId: imageKey, subject, weight: 1, dueAt: later(48) } as const;
  return app.ctx.transact((tx) => attachToCase(tx, item));
}

describe("the queue", () => {
  test("has the kinds of cases that a role works on", async () => {
    const [member, picture] = [(await createReportCase(app)).id, await createPictureCase()];
    const seen = async (role: TestStaff["role"], kind?: "member" | "picture") => {
      const { status, body } = await callStaff(
        app,
        listQueue,
        { query: { kind, limit: 100 } },
        await createStaff(app, role),
      );
      const ids = body.cases?.map(({ _id }) => _id) ?? [];
      return [status, ids.includes(member), ids.includes(picture)];
    };
    expect(await seen("photos")).toEqual([200, false, true]);
    expect(await seen("reports")).toEqual([200, true, false]);
    expect(await seen("all")).toEqual([200, true, true]);
    expect(await seen("read_only")).toEqual([200, true, true]);
    expect(await seen("all", "picture")).toEqual([200, false, true]);
    expect((await seen("photos", "member"))[0]).toBe(403);
  });
});

describe("the audit log", () => {
  const looksOf = async ({ name }: TestStaff) =>
    (await readAuditLog(app.ctx.db, undefined, 500))
      .filter(({ actor }) => actor === name)
      .flatMap(({ action }) => (action === "list cases" || action === "list notices" ? action : []));

  test("has a look at a list once, however often its page reads it again, and each change of filter or page", async () => {
    const staff = await createStaff(app);
    await createReportCase(app);
    await createReportCase(app);
    // Half past, so that no hour ends during the test.
    clock.ahead = ((90 - new Date().getMinutes()) % 60) * 60_000;
    onTestFinished(() => {
      clock.ahead = 0;
    });
    const read = (query: { kind?: "member" | "picture"; limit?: number; cursor?: string }) =>
      callStaff(app, listQueue, { query }, staff);
    const { body } = await read({ limit: 1 });
    await Promise.all([1, 2, 3].map(() => read({ limit: 1 })));
    expect(await looksOf(staff)).toEqual(["list cases"]);
    for (const kind of ["member", "picture", "member"] as const) await read({ kind, limit: 1 });
    await read({ limit: 1, cursor: body.nextCursor ?? "" });
    expect(await looksOf(staff)).toHaveLength(4);
    // A case that has come since is seen for the first time.
    await read({ limit: 100 });
    await createReportCase(app);
    for (let i = 0; i < 2; i++) await read({ limit: 100 });
    expect(await looksOf(staff)).toHaveLength(6);
    await Promise.all([1, 2].map(() => callStaff(app, listUnassignedNotices, {}, staff)));
    expect((await looksOf(staff)).filter((action) => action === "list notices")).toHaveLength(1);
  });

  test("has it again an hour later, and of every person and session", async () => {
    const [one, other] = [await createStaff(app), await createStaff(app)];
    const read = (staff: Pick<TestStaff, "cookie">) => callStaff(app, listQueue, { query: {} }, staff);
    for (const staff of [one, other]) await read(staff);
    expect([await looksOf(one), await looksOf(other)]).toEqual([["list cases"], ["list cases"]]);
    const { body: asked } = await callStaff(app, getLoginOptions, {});
    const credential = one.authenticator.get(asked.options);
    const { headers } = await callStaff(app, logInStaff, { body: { credential } });
    await read({ cookie: cookieIn(headers) });
    expect(await looksOf(one)).toHaveLength(2);
    clock.ahead = 3_600_000;
    try {
      await read(one);
    } finally {
      clock.ahead = 0;
    }
    expect(await looksOf(one)).toHaveLength(3);
  });
});

describe("who works on pictures only", () => {
  test("decides about the picture, and not about the account", async () => {
    const caseId = await createPictureCase();
    const photos = await createStaff(app, "photos");
    const { version } = await look(photos, caseId);
    const decide = (acts: ActChoice[]) =>
      callStaff(
        app,
        decideCase,
        { params: { caseId }, body: { version, acts, rule: "consent", facts: "Seen.", words: "", upheld: [] } },
        photos,
      );
    for (const act of ["end_account", "unlist"] as const)
      expect((await decide([{ act: "remove_picture" }, { act }])).body.code).toBe("staff_forbidden");
    expect((await decide([{ act: "no_action" }])).status).toBe(200);
  });

  test("does not undo what they may not do", async () => {
    const caseId = await createPictureCase();
    const [photos, all] = [await createStaff(app, "photos"), await createStaff(app)];
    const acts: ActChoice[] = [{ act: "no_action" }];
    const undo = (decisionId: string, staff: TestStaff) =>
      callStaff(app, undoDecision, { params: { decisionId } }, staff);
    const decide = async (...chosen: ActChoice[]) => {
      const { version } = await look(all, caseId);
      const body = {
        version,
        acts: chosen,
        rule: "consent",
        facts: "Seen.",
        words: "",
        upheld: [] as string[],
      } as const;
      return (await callStaff(app, decideCase, { params: { caseId }, body }, all)).body.decisionId;
    };
    expect((await undo(await decide(...acts), photos)).status).toBe(200);
    const ended = await decide({ act: "show_picture" }, { act: "end_account" });
    expect((await undo(ended, photos)).body.code).toBe("staff_forbidden");
    expect((await undo(ended, all)).status).toBe(200);
  });

  test("neither sees nor decides a case about a member", async () => {
    const { id: caseId } = await createReportCase(app);
    const photos = await createStaff(app, "photos");
    const body = {
      version: 1,
      acts: [{ act: "no_action" as const }],
      rule: "consent" as const,
      facts: "",
      words: "",
      upheld: [],
    };
    const answers = [
      await callStaff(app, getCase, { params: { caseId } }, photos),
      await callStaff(app, lookAtCase, { params: { caseId }, body: { reason: "To see a member" } }, photos),
      await callStaff(app, claimCase, { params: { caseId }, body: { version: 1 } }, photos),
      await callStaff(app, addNote, { params: { caseId }, body: { note: "So", about: "member" } }, photos),
      await callStaff(app, decideCase, { params: { caseId }, body }, photos),
      await callStaff(app, closeCases, { body: { cases: [{ caseId, version: 1 }] } }, photos),
    ];
    expect(answers.map(({ body: reply }) => reply.code)).toEqual(answers.map(() => "staff_forbidden"));
  });
});

describe("a case", () => {
  test("shows the conversation as it was, with the reported message marked, and the reporter's record", async () => {
    const staff = await createStaff(app);
    const { id, reporter, reported, messageId } = await createReportCase(app);
    const { reports, username, history } = await look(staff, id);
    expect(username).toBe(reported.username);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ reason: "Harassment or threats", details: "They go on", isOpen: true });
    expect(reports[0]?.reporter).toEqual({ username: reporter.username, upheld: 0, dismissed: 0 });
    const marked = reports[0]?.messages.filter(({ isReported }) => isReported);
    expect(marked).toMatchObject([{ _id: messageId, from: "reported", content: "Something nasty" }]);
    expect(history.map(({ kind, by }) => [kind, by])).toEqual([
      ["opened", null],
      ["attached", null],
      ["claimed", staff.name],
      ["looked", staff.name],
    ]);
    const log = (await readAuditLog(app.ctx.db, id, 5)).map(({ actor, action }) => [actor, action]);
    expect(log).toEqual([
      [staff.name, "show case"],
      [staff.name, "claim case"],
    ]);
  });

  test("shows the steps of a workout date", async () => {
    const [staff, dates] = [await createStaff(app), workoutDates(app)];
    const [reporter, reported] = await createMatch(app);
    const proposed = await dates.propose(reported, reporter, { place: "my garage" });
    const countered = await dates.counter(reporter, proposed.body.message, { place: "The gym" });
    await dates.agree(reported, countered.body.message);
    const { _id: messageId } = proposed.body.message;
    const body = { userId: reported.id, reason: "Something else" as const, messageId };
    expect((await app.call(reportMember, { body }, reporter.token)).status).toBe(201);
    const id = await findOpenCase(app, reported.id);
    const [card] = (await look(staff, id)).reports[0]?.messages ?? [];
    expect(card).toMatchObject({ _id: messageId, kind: "date", isReported: true });
    expect(card?.steps.map(({ by, act, text }) => [by, act, text.split(" at ").at(-1)])).toEqual([
      ["reported", "propose", expect.stringContaining("my garage")],
      ["reporter", "counter", expect.stringContaining("The gym")],
      ["reported", "agree", expect.stringContaining("The gym")],
    ]);
  });

  test("never shows an address or a place in coordinates", async () => {
    const { id, reporter, reported } = await createReportCase(app);
    const text = JSON.stringify(await look(await createStaff(app), id));
    expect(text).not.toContain(reporter.email);
    expect(text).not.toContain(reported.email);
    expect(text).not.toMatch(/latitude|longitude|h3_cell|date_of_birth|dateOfBirth/);
  });

  test("says what its member pays to who decides on members", async () => {
    const { id, reported } = await createReportCase(app);
    const imageKey = crypto.randomUUID().replaceAll("-", "");
    const item = {
      kind: "picture_check",
      sourceId: imageKey,
      subject: { kind: "picture", memberId: reported.id, imageKey },
      weight: 1,
      dueAt: later(48),
    } as const;
    const pictureId = await app.ctx.transact((tx) => attachToCase(tx, item));
    const paid = async (staff: TestStaff, caseId: string) => (await look(staff, caseId)).subject.membership;
    const all = await createStaff(app);
    expect(await paid(all, id)).toBeNull();
    await app.database.pool.query(
      "insert into subscriptions (provider_id, member_id, status, period_end) values ('sub_case', $1, 'active', '2999-01-31')",
      [reported.id],
    );
    const monthly = { state: "renews", periodEnd: "2999-01-31T00:00:00.000Z" };
    for (const caseId of [id, pictureId]) expect(await paid(all, caseId)).toEqual(monthly);
    const until = (await look(all, pictureId)).claim?.until ?? "";
    await callStaff(app, releaseCase, { params: { caseId: pictureId }, body: { until } }, all);
    expect(await paid(await createStaff(app, "photos"), pictureId)).toBeNull();
  });

  test("keeps notes about itself, and about its member for their other cases", async () => {
    const staff = await createStaff(app);
    const { id, reported } = await createReportCase(app);
    const add = (about: "case" | "member", note: string) =>
      callStaff(app, addNote, { params: { caseId: id }, body: { note, about } }, staff);
    expect((await add("case", "Asked a colleague")).status).toBe(200);
    expect((await add("member", "Known from before")).status).toBe(200);
    expect((await add("case", "  ")).body.errors).toEqual({ note: "Write something" });
    const shown = await look(staff, id);
    expect(shown.history.filter(({ kind }) => kind === "noted")).toMatchObject([
      { note: "Asked a colleague", by: staff.name },
    ]);
    expect(shown.memberNotes).toMatchObject([{ note: "Known from before", by: staff.name }]);
    expect(JSON.stringify(shown)).not.toContain(reported.email);
  });

  test("shows its images to staff who work on it, and to nobody else; no cache keeps them", async () => {
    const [reporter, reported] = await createMatch(app);
    await app.call(sendAttachment, { form: imageForm(await makeJpeg(60, 40), reporter.id) }, reported.token);
    await app.call(reportMember, { body: { userId: reported.id, reason: "Something else" } }, reporter.token);
    const { id } = await app.ctx.db
      .selectFrom("cases")
      .select("id")
      .where("member_id", "=", reported.id)
      .executeTakeFirstOrThrow();
    const staff = await createStaff(app);
    const { reports } = await look(staff, id);
    const url = reports[0]?.messages.find(({ image }) => image !== null)?.image ?? "";
    const open = (path: string, headers: Record<string, string>) => fetch(app.address + path, { headers });
    for (const size of ["thumb", "full"]) {
      const shown = await open(`${url}?size=${size}`, { cookie: staff.cookie });
      expect([shown.status, shown.headers.get("content-type"), shown.headers.get("cache-control")]).toEqual([
        200,
        "image/webp",
        "no-store",
      ]);
      expect(shown.headers.get("cross-origin-resource-policy")).toBe("same-origin");
      await shown.arrayBuffer();
    }
    expect((await open(url, {})).status).toBe(401);
    expect((await open(url, { authorization: `Bearer ${reported.token}` })).status).toBe(401);
    const photos = await createStaff(app, "photos");
    expect((await open(url, { cookie: photos.cookie })).status).toBe(403);
    const other = await createReportCase(app);
    await look(staff, other.id);
    expect((await open(url.replace(id, other.id), { cookie: staff.cookie })).status).toBe(404);
    const looks = (await readAuditLog(app.ctx.db, id, 10)).filter(({ action }) => action === "look at picture");
    expect(looks.map(({ details }) => details)).toEqual([{ size: "full" }, { size: "thumb" }]);
  });
});

import { describe, expect, test } from "vitest";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { type CaseRow, findItems } from "#server/domains/moderation/cases/cases.queries.ts";
import {
  addNote,
  attachToCase,
  claimCase,
  getCase,
  listCases,
  lookAtCase,
  releaseCase,
} from "#server/domains/moderation/cases/cases.service.ts";
import { newId, newImageKey } from "#server/platform/lib/ids.ts";
import { runAsOwner } from "#server/testing/as-owner.ts";
import { createCompleteMember, createMember, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const clock = { ahead: 0 };
const app = testApp({}, { now: () => new Date(Date.now() + clock.ahead) });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const ADA = { kind: "operator", who: "ada", reason: "" } as const;
const BEN = { kind: "operator", who: "server", actingAs: "ben", reason: "" } as const;

async function report(reporter: TestMember, about: TestMember, reason: ReportReason = "Harassment or threats") {
  const { status } = await app.call(reportMember, { body: { userId: about.id, reason } }, reporter.token);
  expect(status).toBe(201);
}

const casesAbout = (member: TestMember) =>
  query("select * from cases where member_id = $1 order by opened_at", member.id);

async function openCase(reason?: ReportReason) {
  const [reporter, about] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
  await report(reporter, about, reason);
  const [row] = await casesAbout(about);
  return { reporter, about, id: String(row?.id), version: Number(row?.version) };
}

const attachment = (memberId: string, sourceId = newId()) => ({
  kind: "fraud" as const,
  sourceId,
  subject: { kind: "member" as const, memberId },
  weight: 2,
  dueAt: new Date(Date.now() + 3_600_000),
});

describe("a case", () => {
  test("is opened by the first report and joined by the others, due by the most urgent one", async () => {
    const { about, id } = await openCase("Something else");
    const [first] = await casesAbout(about);
    expect(first).toMatchObject({ state: "open", kind: "member", score: 1 });
    expect(first?.due_at.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await report(await createCompleteMember(app), about, "Someone is in danger");
    const rows = await casesAbout(about);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ id, score: 2, version: first?.version + 1 });
    expect(rows[0]?.due_at.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  test("is one, however many items are attached at once, and each item once", async () => {
    const member = await createMember(app);
    const sources = Array.from({ length: 4 }, newId);
    const attached = await Promise.all(
      [...sources, ...sources].map((source) =>
        app.ctx.transact((tx) => attachToCase(tx, attachment(member.id, source))),
      ),
    );
    expect(new Set(attached).size).toBe(1);
    expect(await casesAbout(member)).toMatchObject([{ score: 8 }]);
    expect(await query("select 1 from case_items where case_id = $1", attached[0])).toHaveLength(4);
  });

  test("of a picture is apart from the one of its owner, and from other pictures", async () => {
    const { id: memberId } = await createMember(app);
    const attach = (imageKey: string) =>
      app.ctx.transact((tx) =>
        attachToCase(tx, {
          ...attachment(memberId),
          kind: "picture_check",
          subject: { kind: "picture", memberId, imageKey },
        }),
      );
    const [one, two] = [newImageKey(), newImageKey()];
    const member = await app.ctx.transact((tx) => attachToCase(tx, attachment(memberId)));
    const ids = [member, await attach(one), await attach(two), await attach(one)];
    expect(new Set(ids).size).toBe(3);
    expect(ids[3]).toBe(ids[1]);
  });

  test("weighs reports by how often their reporters were right", async () => {
    const [right, wrong, about] = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
    if (!right || !wrong || !about) throw new Error("nobody is there");
    for (const [reporter, resolution] of [[right, "suspended"] as const, [wrong, "none"] as const]) {
      await report(reporter, await createCompleteMember(app));
      await query(
        "update reports set resolved_at = now(), resolution = $2 where reporter_id = $1",
        reporter.id,
        resolution,
      );
      await report(reporter, about);
    }
    const weights = await query(
      `select weight from case_items join reports on reports.id::text = source_id
       where reported_id = $1 order by reports.created_at`,
      about.id,
    );
    expect(weights.map(({ weight }) => Number(weight).toFixed(2))).toEqual(["1.33", "0.67"]);
  });
});

const untilOf = ({ claimed_until }: CaseRow): Date => claimed_until ?? new Date(0);

describe("a claim", () => {
  test("goes to one of two who make it at once", async () => {
    const { id, version } = await openCase();
    const outcomes = await Promise.allSettled([ADA, BEN].map((by) => claimCase(app.ctx, by, id, version)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find((one) => one.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "case_claimed" });
    const won = outcomes.find((one) => one.status === "fulfilled")?.value;
    expect(await getCase(app.ctx.db, id)).toMatchObject({ claimed_by: won?.claimed_by, version });
  });

  test("is kept for 20 minutes, extended by its claimant, and taken over afterwards", async () => {
    const { id, version } = await openCase();
    const first = await claimCase(app.ctx, ADA, id, version);
    await expect(claimCase(app.ctx, BEN, id, first.version)).rejects.toMatchObject({ code: "case_claimed" });
    const extended = await claimCase(app.ctx, ADA, id, first.version);
    expect(extended.claimed_until?.getTime()).toBeGreaterThanOrEqual(first.claimed_until?.getTime() ?? Infinity);
    clock.ahead = 21 * 60_000;
    try {
      expect(await claimCase(app.ctx, BEN, id, extended.version)).toMatchObject({ claimed_by: "ben" });
    } finally {
      clock.ahead = 0;
    }
  });

  test("is ended by its claimant only, as often as they like, and by nobody once it has expired", async () => {
    const { id, version } = await openCase();
    const until = untilOf(await claimCase(app.ctx, ADA, id, version));
    await expect(releaseCase(app.ctx, BEN, id, until)).rejects.toMatchObject({ code: "case_claimed" });
    const released = await Promise.all([1, 2].map(() => releaseCase(app.ctx, ADA, id, until)));
    expect(released.map(({ claimed_by }) => claimed_by)).toEqual([null, null]);
    expect(await query("select 1 from case_events where case_id = $1 and kind = 'released'", id)).toHaveLength(1);
    const taken = await claimCase(app.ctx, BEN, id, version);
    clock.ahead = 21 * 60_000;
    try {
      expect((await releaseCase(app.ctx, ADA, id, untilOf(taken))).claimed_until).toEqual(taken.claimed_until);
    } finally {
      clock.ahead = 0;
    }
  });

  test("is not ended by a late release of the one before it", async () => {
    const { id, version } = await openCase();
    const first = await claimCase(app.ctx, ADA, id, version);
    const second = await claimCase(app.ctx, ADA, id, version);
    const late = await releaseCase(app.ctx, ADA, id, untilOf(first));
    expect(late).toMatchObject({ claimed_by: "ada", claimed_until: second.claimed_until });
    expect(await releaseCase(app.ctx, ADA, id, untilOf(second))).toMatchObject({ claimed_by: null });
  });

  test("leaves the version as it is, so who has seen the case during it can decide afterwards", async () => {
    const { id, version } = await openCase();
    const until = untilOf(await claimCase(app.ctx, ADA, id, version));
    const seen = await getCase(app.ctx.db, id);
    expect(await releaseCase(app.ctx, ADA, id, until)).toMatchObject({ version: seen.version });
    expect(seen.version).toBe(version);
  });

  test("of an unknown case is refused", async () => {
    for (const id of [newId(), "x' or true"])
      await expect(claimCase(app.ctx, ADA, id, 1)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the history", () => {
  test("has every look, claim and note, as the audit log does", async () => {
    const { id, version } = await openCase();
    const until = untilOf(await claimCase(app.ctx, ADA, id, version));
    await addNote(app.ctx, BEN, id, { note: "  Seen before  ", about: "case" });
    await addNote(app.ctx, BEN, id, { note: "Same photos as another account", about: "member" });
    await app.ctx.transact((tx) => lookAtCase(tx, id, BEN));
    await releaseCase(app.ctx, ADA, id, until);
    const { events, memberNotes } = await app.ctx.transact((tx) => lookAtCase(tx, id, ADA));
    expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
      ["opened", null],
      ["attached", null],
      ["claimed", "ada"],
      ["noted", "ben"],
      ["looked", "ben"],
      ["released", "ada"],
      ["looked", "ada"],
    ]);
    expect(events[3]?.note).toBe("Seen before");
    expect(await findItems(app.ctx.db, id)).toMatchObject([{ kind: "report", weight: 1, doneAt: null }]);
    expect(memberNotes).toMatchObject([{ note: "Same photos as another account", actor: "ben" }]);
    const log = (await readAuditLog(app.ctx.db, id, 10)).map(({ action }) => action);
    expect(log.toReversed()).toEqual(["claim case", "note case", "show case", "release case", "show case"]);
    const empty = addNote(app.ctx, ADA, id, { note: "\u200b", about: "case" });
    await expect(empty).rejects.toMatchObject({ code: "invalid" });
  });

  test("and the notes show the latest 200, and how many are not shown", async () => {
    const { id, about } = await openCase();
    await query(
      `insert into case_events (id, case_id, kind, actor, note)
       select uuidv7((n - 600) * interval '1 second'), $1, 'noted', 'ben', n::text from generate_series(1, 250) n`,
      id,
    );
    await query(
      `insert into member_notes (id, member_id, note, actor, created_at)
       select gen_random_uuid(), $1, n::text, 'ben', now() + n * interval '1 second' from generate_series(1, 230) n`,
      about.id,
    );
    const seen = await app.ctx.transact((tx) => lookAtCase(tx, id, ADA));
    const latest = seen.events.map(({ kind, note }) => [kind, note]).slice(-5);
    expect(latest).toEqual([
      ["noted", "249"],
      ["noted", "250"],
      ["opened", ""],
      ["attached", ""],
      ["looked", ""],
    ]);
    expect([seen.events.length, seen.moreEvents]).toEqual([200, 53]);
    expect(seen.memberNotes.map(({ note }) => note).slice(0, 2)).toEqual(["230", "229"]);
    expect([seen.memberNotes.length, seen.moreNotes]).toEqual([200, 30]);
  });

  test("cannot be changed by the app's role, and goes with its case", async () => {
    const { id } = await openCase();
    for (const change of ["update case_events set note = ''", "delete from case_events"])
      await expect(query(change)).rejects.toThrow("permission denied");
    const remove = () => query("delete from cases where id = $1 returning id", id);
    expect(await remove()).toEqual([]);
    await runAsOwner(app, "update case_events set occurred_at = now() - interval '331 days' where kind <> 'looked'");
    expect(await remove()).toHaveLength(1);
    expect(await query("select 1 from case_events where case_id = $1", id)).toEqual([]);
  });
});

test("the queue lists open cases by the time left, in pages, and is filtered by kind", async () => {
  await query("update cases set state = 'closed', closed_at = now(), claimed_by = null, claimed_until = null");
  const [later, minor, danger] = [
    await openCase(),
    await openCase("Seems to be under 18"),
    await openCase("Someone is in danger"),
  ];
  const first = await listCases(app.ctx, ADA, { limit: 2 });
  expect(first.cases.map(({ id }) => id)).toEqual([danger.id, minor.id]);
  expect(first.cases[0]).toMatchObject({ username: danger.about.username, itemKinds: ["report"], items: 1 });
  const second = await listCases(app.ctx, ADA, { limit: 2, after: first.nextCursor ?? undefined });
  expect(second).toMatchObject({ cases: [{ id: later.id }], nextCursor: null });
  await app.ctx.transact((tx) => attachToCase(tx, attachment(later.about.id)));
  const fraud = await listCases(app.ctx, ADA, { limit: 5, itemKinds: ["fraud"] });
  expect(fraud.cases.map(({ id }) => id)).toEqual([later.id]);
});

import { describe, expect, test } from "vitest";
import { sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { getDailySet } from "#contract/discovery/daily-set.ts";
import { browse } from "#contract/discovery/discovery.ts";
import { addPhotos, getProfile } from "#contract/members/profiles.ts";
import { type ActChoice, isRestriction } from "#contract/moderation/acts.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { claimCase, getCase, lookAtCase } from "#server/domains/moderation/cases/cases.service.ts";
import { makeDecision } from "#server/domains/moderation/decisions/decision-making.service.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { closeCases, decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { liftMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { findReporterRecord } from "#server/domains/moderation/reports/reports.queries.ts";
import type { Operator } from "#server/domains/moderation/staff/actor.ts";
import { findAnswerable } from "#server/testing/cases.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { imageForm, makeJpeg, photoForm } from "#server/testing/images.ts";
import {
  confirmEmail,
  createCompleteMember,
  createMatch,
  logIn,
  newToken,
  type TestMember,
} from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const postBox = createFakeMailer();
const clock = { ahead: 0 };
const app = testApp({}, { mailer: postBox, work: true, now: () => new Date(Date.now() + clock.ahead) });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const ADA = { kind: "operator", who: "ada", reason: "" } as const;
const BEN = { kind: "operator", who: "ben", reason: "" } as const;
const DAY_MS = 86_400_000;

async function report(reporter: TestMember, about: TestMember): Promise<string> {
  const body = { userId: about.id, reason: "Harassment or threats", details: "They go on" } as const;
  return (await app.call(reportMember, { body }, reporter.token)).body.number;
}

async function openCase() {
  const [reporter, about] = await createMatch(app);
  await confirmEmail(app, reporter);
  const number = await report(reporter, about);
  const [row] = await query("select id, version from cases where member_id = $1 and state = 'open'", about.id);
  const caseId = String(row?.id);
  return { reporter, about, number, caseId, version: Number(row?.version), reports: await findAnswerable(app, caseId) };
}

type OpenCase = Awaited<ReturnType<typeof openCase>>;

/** Finds the report right, unless nothing is done about the member. */
const decideBy = (by: Operator, { caseId, version, reports }: OpenCase, ...acts: ActChoice[]) =>
  decide(app.ctx, by, {
    caseId,
    version,
    acts,
    facts: "Three messages with threats.",
    rule: "all_bodies",
    upheld: acts.some(({ act }) => isRestriction(act)) ? reports : [],
  });

const mailsTo = ({ email }: TestMember) => postBox.mails.filter(({ to }) => to === email);
const write = (from: TestMember, to: TestMember) =>
  app.call(sendMessage, { body: { receiverId: to.id, content: "Hello" } }, from.token);
const sendPicture = async (from: TestMember, to: TestMember) =>
  app.call(sendAttachment, { form: imageForm(await makeJpeg(300, 300), to.id) }, from.token);

describe("a decision", () => {
  test("does its acts, closes the case, and tells the member and the reporter", async () => {
    const open = await openCase();
    const { reporter, about, number, caseId } = open;
    await postBox.newest(reporter.email, `We have your report ${number}`);
    await decideBy(ADA, open, { act: "mute", days: 7 }, { act: "unlist" });
    const { text } = await postBox.newest(about.email, "Your account is restricted");
    expect(text).toContain("You cannot send messages, pictures and crushes until");
    expect(text).toContain("You are not shown in Browse");
    expect(text).toContain("What we found: Three messages with threats.");
    expect(text).toContain("‘All bodies, all levels’");
    expect(text).toContain("A person decided this, not a computer.");
    expect(text).toMatch(/https:\/\/spotter\.test\/appeal\/[\w-]{43}$/m);
    for (const secret of [reporter.username, reporter.id, reporter.email, "ada", number, "They go on"])
      expect(JSON.stringify(mailsTo(about))).not.toContain(secret);
    const outcome = await postBox.newest(reporter.email, `Your report ${number} is decided`);
    expect(outcome.text).toContain("we dealt with it");
    expect(outcome.text).not.toMatch(new RegExp(`${about.username}|mute|restrict|suspend|Browse|threat`, "i"));
    expect(await getCase(app.ctx.db, caseId)).toMatchObject({ state: "closed", claimed_by: null });
    expect(await query("select resolution from reports where reported_id = $1", about.id)).toEqual([
      { resolution: "restricted" },
    ]);
    const log = [...(await readAuditLog(app.ctx.db, caseId, 9)), ...(await readAuditLog(app.ctx.db, about.id, 9))];
    expect(log.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
      "ada decide case",
      "ada restrict",
      "ada restrict",
    ]);
    expect(JSON.stringify(log)).not.toContain("Three messages");
  });

  test("of two operators at once is made by one; the other sees that the case has changed", async () => {
    const open = await openCase();
    const outcomes = await Promise.allSettled([
      decideBy(ADA, open, { act: "mute", days: 1 }),
      decideBy(BEN, open, { act: "suspend", until: null }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find((one) => one.status === "rejected")?.reason).toMatchObject({ code: "case_changed" });
    expect(await query("select 1 from decisions where member_id = $1", open.about.id)).toHaveLength(1);
  });

  test("that is repeated, also at the same time, is made once", async () => {
    const open = await openCase();
    const acts: ActChoice[] = [{ act: "mute", days: 3 }];
    const first = await Promise.all([1, 2, 3].map(() => decideBy(ADA, open, ...acts)));
    const again = await decideBy(ADA, open, ...acts);
    expect(new Set([...first, again].map(({ decisionId }) => decisionId)).size).toBe(1);
    expect(first.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
    expect(await query("select 1 from restrictions where member_id = $1", open.about.id)).toHaveLength(1);
    await expect(decideBy(ADA, open, { act: "mute", days: 7 })).rejects.toMatchObject({ code: "case_changed" });
    await postBox.newest(open.about.email, "Your account is restricted");
    expect(mailsTo(open.about).filter(({ subject }) => /restricted/.test(subject))).toHaveLength(1);
  });

  test("that suspends for days ends that long after it, also if it is repeated later because its answer was lost", async () => {
    const open = await openCase();
    const act: ActChoice = { act: "suspend", until: { days: 30 } };
    const before = Date.now();
    const [first, same] = await Promise.all([decideBy(ADA, open, act), decideBy(ADA, open, act)]);
    const [made] = await query("select ends_at from suspensions where member_id = $1", open.about.id);
    expect(made?.ends_at.getTime() - before - 30 * DAY_MS).toBeLessThan(60_000);
    expect(made?.ends_at.getTime() - before).toBeGreaterThanOrEqual(30 * DAY_MS);
    clock.ahead = 60_000;
    try {
      const again = await decideBy(ADA, open, act);
      expect(again).toMatchObject({ decisionId: first.decisionId, isRepeated: true });
    } finally {
      clock.ahead = 0;
    }
    expect(same.decisionId).toBe(first.decisionId);
    expect(await query("select ends_at from suspensions where member_id = $1", open.about.id)).toEqual([made]);
    expect((await postBox.newest(open.about.email, "Your account is suspended")).text).toContain(
      "which ends by itself on",
    );
  });

  test("is refused by another operator's claim, and by a version that nobody has seen", async () => {
    const open = await openCase();
    await claimCase(app.ctx, BEN, open.caseId, open.version);
    await expect(decideBy(ADA, open, { act: "no_action" })).rejects.toMatchObject({ code: "case_claimed" });
    const ahead = { ...open, version: open.version + 1 };
    await expect(decideBy(BEN, ahead, { act: "no_action" })).rejects.toMatchObject({ code: "case_changed" });
  });

  test("is about what was seen: a later report stays open in the case, and both are after it is undone", async () => {
    const open = await openCase();
    const { caseId, about, reports: upheld } = open;
    await claimCase(app.ctx, ADA, caseId, open.version);
    await report(await createCompleteMember(app), about);
    const resolutions = async () =>
      (await query("select resolution from reports where reported_id = $1 order by created_at", about.id)).map(
        ({ resolution }) => resolution,
      );
    const input = { caseId, version: open.version, acts: [{ act: "mute", days: 1 }], facts: "Threats." } as const;
    const decideSeen = () => decide(app.ctx, ADA, { ...input, rule: "consent", upheld });
    const { decisionId, isClosed } = await decideSeen();
    expect(isClosed).toBe(false);
    expect(await resolutions()).toEqual(["restricted", null]);
    const [rest] = await query("select due_at from case_items where case_id = $1 and done_at is null", caseId);
    const left = await getCase(app.ctx.db, caseId);
    expect(left).toMatchObject({ state: "open", score: 1, due_at: rest?.due_at, claimed_by: null });
    // Somebody has decided meanwhile, so whoever has seen the case before has to look again.
    await expect(decideBy(BEN, open, { act: "no_action" })).rejects.toMatchObject({ code: "case_changed" });
    expect(await decideSeen()).toMatchObject({ decisionId, isRepeated: true });
    expect(await undoDecision(app.ctx, ADA, decisionId)).toMatchObject({ isReopened: true });
    expect(await resolutions()).toEqual([null, null]);
    const { version, score } = await getCase(app.ctx.db, caseId);
    expect(score).toBe(2);
    expect(await decideBy(BEN, { ...open, version }, { act: "no_action" })).toMatchObject({ isClosed: true });
  });

  test("is refused if its acts do not fit together, or its text names a reporter", async () => {
    const open = await openCase();
    const wrong: ActChoice[][] = [
      [],
      [{ act: "no_action" }, { act: "unlist" }],
      [{ act: "unlist" }, { act: "unlist" }],
      [{ act: "suspend", until: null }, { act: "end_account" }],
      [{ act: "suspend", until: "2020-01-01T00:00:00.000Z" }],
      [{ act: "unlist" }, { act: "remove_photo", photoId: open.about.id }],
    ];
    for (const acts of wrong) await expect(decideBy(ADA, open, ...acts)).rejects.toMatchObject({ code: "invalid" });
    const named = { ...open, acts: [{ act: "unlist" as const }], facts: `Wrote threats to ${open.reporter.username}` };
    await expect(decide(app.ctx, ADA, named)).rejects.toMatchObject({ code: "invalid" });
    expect(await query("select 1 from decisions where member_id = $1", open.about.id)).toEqual([]);
    expect(await query("select 1 from restrictions where member_id = $1", open.about.id)).toEqual([]);
  });

  test("that restricts somebody says what was found, and which rule it is about or why", async () => {
    const { caseId, version } = await openCase();
    const deciding = (act: ActChoice, text: object) => decide(app.ctx, ADA, { caseId, version, acts: [act], ...text });
    for (const act of [{ act: "suspend", until: null }, { act: "unlist" }, { act: "mute", days: 1 }] as const) {
      for (const facts of ["", "\u200b"]) {
        const unfounded = deciding(act, { rule: "consent", facts, words: "Be kind." });
        await expect(unfounded).rejects.toMatchObject({ code: "invalid", errors: { facts: expect.any(String) } });
      }
      const unruled = deciding(act, { facts: "Threats.", words: "\u2800" });
      await expect(unruled).rejects.toMatchObject({ code: "invalid", errors: { words: expect.any(String) } });
    }
    expect(await deciding({ act: "unlist" }, { facts: "Threats.", words: "Be kind." })).toMatchObject({
      isClosed: true,
    });
  });

  test("can have words that a reporter's name is a part of", async () => {
    const { caseId, version, reporter } = await openCase();
    await query("update profiles set username = 'Ian' where member_id = $1", reporter.id);
    const deciding = (facts: string) =>
      decide(app.ctx, ADA, { caseId, version, acts: [{ act: "ask_to_change" }], facts });
    for (const facts of ["Wrote threats to Ian.", "ian's photo"])
      await expect(deciding(facts)).rejects.toMatchObject({ code: "invalid" });
    expect(await deciding("Says to be a guardian.")).toMatchObject({ isRepeated: false });
  });

  test("without action is not emailed to the member, and the reporter is thanked", async () => {
    const open = await openCase();
    await decideBy(ADA, open, { act: "no_action" });
    const { text } = await postBox.newest(open.reporter.email, `Your report ${open.number} is decided`);
    expect(text).toContain("We found nothing in it that goes against our guidelines.");
    expect(mailsTo(open.about)).toEqual([]);
  });

  test("can ask for a change in the operator's words, and refund the reporters' crushes", async () => {
    const open = await openCase();
    const balanceOf = async ({ id }: TestMember) =>
      (await query("select balance from wallets where member_id = $1", id))[0]?.balance;
    const before = await balanceOf(open.reporter);
    const acts = [{ act: "ask_to_change" }, { act: "refund_crushes" }] as const;
    const words = "Please use a photo of yourself.";
    const upheld = await findAnswerable(app, open.caseId);
    await decide(app.ctx, ADA, { ...open, acts, words, rule: "be_you", upheld });
    const { text } = await postBox.newest(open.about.email, "About how you use Spotter");
    expect(text).toContain(words);
    expect(text).not.toContain("/appeal/");
    expect(await balanceOf(open.reporter)).toBe(before + 1);
  });

  test("answers a report that was not right as such, whatever is decided, and it weighs as wrong", async () => {
    const open = await openCase();
    const liar = await createCompleteMember(app);
    await confirmEmail(app, liar);
    const number = await report(liar, open.about);
    const { version } = await getCase(app.ctx.db, open.caseId);
    const [right] = await query("select id from reports where reporter_id = $1", open.reporter.id);
    const input = {
      caseId: open.caseId,
      version,
      acts: [{ act: "unlist" }],
      facts: "Threats.",
      rule: "consent",
    } as const;
    const unknown = decide(app.ctx, ADA, { ...input, upheld: [open.about.id] });
    await expect(unknown).rejects.toMatchObject({ code: "invalid" });
    await decide(app.ctx, ADA, { ...input, upheld: [right?.id] });
    const outcome = await postBox.newest(open.reporter.email, `Your report ${open.number} is decided`);
    expect(outcome.text).toContain("we dealt with it");
    expect((await postBox.newest(liar.email, `Your report ${number} is decided`)).text).toContain("We found nothing");
    expect(await findReporterRecord(app.ctx.db, liar.id)).toEqual({ upheld: 0, dismissed: 1 });
  });

  test("that only refunds crushes says so, and asks for no change without saying which", async () => {
    const open = await openCase();
    const silent = decide(app.ctx, ADA, { ...open, acts: [{ act: "ask_to_change" }] });
    await expect(silent).rejects.toMatchObject({ code: "invalid" });
    await decideBy(ADA, open, { act: "refund_crushes" });
    const { text } = await postBox.newest(open.reporter.email, `Your report ${open.number} is decided`);
    expect(text).toContain("If you sent a crush, we gave you back what it cost. We decided nothing else.");
    expect(await findReporterRecord(app.ctx.db, open.reporter.id)).toEqual({ upheld: 0, dismissed: 0 });
  });

  test("of many cases at once says of those that nobody has opened that nobody looked closely", async () => {
    const [seen, unseen] = [await openCase(), await openCase()];
    await app.ctx.transact((tx) => lookAtCase(tx, seen.caseId, ADA));
    await closeCases(app.ctx, ADA, [seen, unseen]);
    const outcomeOf = async ({ reporter, number }: OpenCase) =>
      (await postBox.newest(reporter.email, `Your report ${number} is decided`)).text;
    expect(await outcomeOf(seen)).toMatch(/a person looked at your report/i);
    expect(await outcomeOf(unseen)).toContain("without a closer look");
    expect(await outcomeOf(unseen)).not.toMatch(/a person looked/i);
    expect(await findReporterRecord(app.ctx.db, seen.reporter.id)).toEqual({ upheld: 0, dismissed: 1 });
    expect(await findReporterRecord(app.ctx.db, unseen.reporter.id)).toEqual({ upheld: 0, dismissed: 0 });
  });

  test("of many cases at once says so of what has come in since the look", async () => {
    const open = await openCase();
    await app.ctx.transact((tx) => lookAtCase(tx, open.caseId, ADA));
    const late = await createCompleteMember(app);
    await confirmEmail(app, late);
    const number = await report(late, open.about);
    const { version } = await getCase(app.ctx.db, open.caseId);
    await closeCases(app.ctx, ADA, [{ caseId: open.caseId, version }]);
    const { text } = await postBox.newest(late.email, `Your report ${number} is decided`);
    expect(text).toContain("without a closer look");
  });

  test("closes many cases at once, except for what has come in meanwhile", async () => {
    const [one, two, changed] = [await openCase(), await openCase(), await openCase()];
    await report(await createCompleteMember(app), changed.about);
    const cases = [one, two, changed];
    expect(await closeCases(app.ctx, ADA, cases)).toEqual({
      closed: [one.caseId, two.caseId],
      left: [changed.caseId],
      refused: [],
    });
    expect(await closeCases(app.ctx, BEN, cases)).toMatchObject({
      closed: [],
      refused: cases.map(({ caseId: id }) => ({ id, code: "case_changed" })),
    });
  });
});

describe("a restricted member", () => {
  test("who is muted cannot send messages, attachments and crushes, until it ends", async () => {
    const open = await openCase();
    const { about, reporter } = open;
    const stranger = await createCompleteMember(app);
    expect((await write(about, reporter)).status).toBe(201);
    await decideBy(ADA, open, { act: "mute", days: 7 });
    const balance = (await query("select balance from wallets where member_id = $1", about.id))[0]?.balance;
    const crush = () => app.call(sendCrush, { body: { recipientId: stranger.id } }, about.token);
    for (const { status, body } of [await write(about, reporter), await sendPicture(about, reporter), await crush()]) {
      expect([status, body.code]).toEqual([403, "messaging_restricted"]);
      expect(body.message).toMatch(/^You cannot send anything until .+ [A-Z]{3}\. We emailed you why\.$/);
    }
    expect(await query("select balance from wallets where member_id = $1", about.id)).toEqual([{ balance }]);
    expect((await write(reporter, about)).status).toBe(201);
    await query(
      "update restrictions set starts_at = now() - interval '8 days', ends_at = now() where member_id = $1",
      about.id,
    );
    expect((await write(about, reporter)).status).toBe(201);
    expect((await crush()).status).toBe(200);
  });

  test("who is unlisted is in no list and no daily set, and keeps their contacts", async () => {
    const open = await openCase();
    const { about, reporter } = open;
    const viewer = await createCompleteMember(app);
    const listed = async () => (await app.call(browse, { query: {} }, viewer.token)).body.profiles.map(({ id }) => id);
    expect(await listed()).toContain(about.id);
    await decideBy(ADA, open, { act: "unlist" });
    expect(await listed()).not.toContain(about.id);
    const set = (await app.call(getDailySet, {}, viewer.token)).body.dailySet;
    expect(set?.profiles.map(({ id }) => id) ?? []).not.toContain(about.id);
    expect((await write(reporter, about)).status).toBe(201);
    expect((await write(about, reporter)).status).toBe(201);
  });
});

/** All rows that a decision can change. */
const snapshot = async ({ id }: TestMember) => ({
  photos: await query("select * from photos where member_id = $1 order by position", id),
  index: await query("select to_jsonb(search_index) - 'listed_at' as row from search_index where member_id = $1", id),
  member: await query("select status from members where id = $1", id),
  suspension: await query("select ends_at, member_message, previous_status from suspensions where member_id = $1", id),
  inForce: await query("select kind, ends_at from restrictions where member_id = $1 and lifted_at is null", id),
  profile: await query("select completion from profiles where member_id = $1", id),
  session: await query("select token_hash from sessions where member_id = $1", id),
});

describe("undoing", () => {
  test("restores exactly what was before, and opens the case again", async () => {
    const open = await openCase();
    const { about, caseId } = open;
    for (const width of [400, 300, 500])
      await app.call(addPhotos, { form: photoForm(await makeJpeg(width, 300)) }, about.token);
    const { photos } = (await app.call(getProfile, {}, about.token)).body.profile.profile;
    await query("update photos set focus_x = 11, display_mode = 'cover' where id = $1", photos[1]?._id);
    const before = await snapshot(about);
    const { decisionId } = await decideBy(
      ADA,
      open,
      { act: "remove_photo", photoId: photos[1]?._id ?? "" },
      { act: "mute", days: 30 },
      { act: "unlist" },
    );
    expect((await snapshot(about)).photos).toHaveLength(2);
    // Before these have left, an undo needs no email.
    await postBox.newest(about.email, "Your account is restricted");
    await postBox.newest(open.reporter.email, `Your report ${open.number} is decided`);
    expect(await undoDecision(app.ctx, BEN, decisionId)).toMatchObject({ isReopened: true });
    expect(await snapshot(about)).toEqual(before);
    expect((await write(about, open.reporter)).status).toBe(201);
    const mail = await postBox.newest(about.email, "We took back a decision");
    expect(mail.text).toContain("We removed a photo from your profile.");
    expect(await query("select resolution from reports where reported_id = $1", about.id)).toEqual([
      { resolution: null },
    ]);
    const again = await getCase(app.ctx.db, caseId);
    expect(again.state).toBe("open");
    expect(await undoDecision(app.ctx, BEN, decisionId)).toMatchObject({ isRepeated: true });
    await decideBy(ADA, { ...open, version: again.version }, { act: "no_action" });
    const { text } = await postBox.newest(open.reporter.email, `We looked at your report ${open.number} again`);
    expect(text).toContain("This takes the place of what we wrote before.");
  });

  test("says that a photo is not back if the profile has six again, and takes back the rest", async () => {
    const open = await openCase();
    const { about, caseId } = open;
    const upload = async (width: number) =>
      app.call(addPhotos, { form: photoForm(await makeJpeg(width, 300)) }, about.token);
    for (const width of [400, 410, 420, 430, 440, 450]) await upload(width);
    const { photos } = (await app.call(getProfile, {}, about.token)).body.profile.profile;
    const removed = { act: "remove_photo" as const, photoId: photos[2]?._id ?? "" };
    const { decisionId } = await decideBy(ADA, open, removed, { act: "unlist" });
    await postBox.newest(about.email, "Your account is restricted");
    await upload(460);
    const full = (await snapshot(about)).photos;
    expect(full).toHaveLength(6);
    expect(await undoDecision(app.ctx, ADA, decisionId)).toMatchObject({
      caseId,
      isReopened: true,
      unrestored: ["profile_full"],
    });
    expect(await snapshot(about)).toMatchObject({ photos: full, inForce: [] });
    const mail = await postBox.newest(about.email, "We took back a decision");
    expect(mail.text).toContain("Only a photo that we had removed is not back: your profile has six photos again.");
    expect(mail.text).not.toContain("Your account is as it was before.");
    expect(await query("select 1 from retained_photos where photo_id = $1", removed.photoId)).toHaveLength(1);
    const { version } = await getCase(app.ctx.db, caseId);
    const again = await decideBy(ADA, { ...open, version }, { act: "remove_photo", photoId: photos[0]?._id ?? "" });
    expect(await undoDecision(app.ctx, BEN, again.decisionId)).toMatchObject({ unrestored: [] });
    expect((await snapshot(about)).photos).toHaveLength(6);
  });

  test("of two suspensions keeps the one that stands, and none if both are undone", async () => {
    const open = await openCase();
    const { about, caseId } = open;
    const before = await snapshot(about);
    const first = await decideBy(ADA, open, { act: "suspend", until: "2999-01-31T00:00:00.000Z" });
    expect((await logIn(app, about)).body.code).toBe("account_suspended");
    const suspended = await snapshot(about);
    const other = await createCompleteMember(app);
    await query("update members set status = 'active' where id = $1", about.id);
    await report(other, about);
    await query("update members set status = 'suspended' where id = $1", about.id);
    const [next] = await query("select id, version from cases where member_id = $1 and state = 'open'", about.id);
    const later = { ...open, caseId: next?.id, version: next?.version, reports: await findAnswerable(app, next?.id) };
    const second = await decideBy(ADA, later, { act: "end_account" });
    await postBox.newest(about.email, "Your account has ended");
    // The earlier decision does not undo the later one.
    await undoDecision(app.ctx, ADA, first.decisionId);
    expect((await snapshot(about)).member).toEqual([{ status: "suspended" }]);
    expect((await snapshot(about)).suspension).not.toEqual(suspended.suspension);
    await undoDecision(app.ctx, ADA, second.decisionId);
    expect(await snapshot(about)).toMatchObject({ member: before.member, suspension: [] });
    expect(caseId).not.toBe(next?.id);
  });

  /** As `suspend` at the command line does. */
  const decideAlone = (memberId: string, act: ActChoice) =>
    app.ctx.transact(async (tx) => {
      await lockStatus(tx, memberId);
      const outside = { reporterIds: [], facts: "A test.", rule: "consent", words: "" } as const;
      const made = await makeDecision(app.ctx, tx, ADA, { ...outside, memberId, acts: [act] });
      return made?.decision.id ?? "";
    });

  test("of the later of two suspensions restores the earlier one", async () => {
    const { id } = await createCompleteMember(app);
    await decideAlone(id, { act: "suspend", until: "2999-01-31T00:00:00.000Z" });
    const ended = await decideAlone(id, { act: "end_account" });
    const termsOf = () => query("select ends_at from suspensions where member_id = $1", id);
    expect(await termsOf()).toEqual([{ ends_at: null }]);
    await undoDecision(app.ctx, ADA, ended);
    expect(await termsOf()).toEqual([{ ends_at: new Date("2999-01-31T00:00:00.000Z") }]);
  });

  test("of a suspension keeps a later one on the same terms", async () => {
    const open = await openCase();
    const { id } = open.about;
    const first = await decideAlone(id, { act: "suspend", until: null });
    const acts = [{ act: "end_account" }] as const;
    const second = await decide(app.ctx, ADA, {
      caseId: open.caseId,
      version: open.version,
      acts,
      rule: "fraud",
      facts: "A scam.",
    });
    await undoDecision(app.ctx, ADA, first);
    expect(await snapshot(open.about)).toMatchObject({ member: [{ status: "suspended" }], suspension: [{}] });
    await undoDecision(app.ctx, ADA, second.decisionId);
    expect(await snapshot(open.about)).toMatchObject({ member: [{ status: "active" }], suspension: [] });
  });

  test("of a suspension that was lifted does not end the next one", async () => {
    const about = await createCompleteMember(app);
    const first = await decideAlone(about.id, { act: "suspend", until: null });
    await liftMember(app.ctx, ADA, about.id);
    await decideAlone(about.id, { act: "suspend", until: null });
    await undoDecision(app.ctx, ADA, first);
    expect(await snapshot(about)).toMatchObject({ member: [{ status: "suspended" }], suspension: [{}] });
  });

  test("of lifting restrictions restores none of a decision that was undone meanwhile", async () => {
    const about = await createCompleteMember(app);
    const [unlisted, muted] = [
      await decideAlone(about.id, { act: "unlist" }),
      await decideAlone(about.id, { act: "mute", days: 30 }),
    ];
    const lifted = await decideAlone(about.id, { act: "lift_restrictions" });
    await undoDecision(app.ctx, ADA, unlisted);
    await undoDecision(app.ctx, ADA, lifted);
    expect(await snapshot(about)).toMatchObject({ inForce: [{ kind: "messaging" }], index: [{}] });
    await undoDecision(app.ctx, ADA, muted);
    expect((await snapshot(about)).inForce).toEqual([]);
  });

  test("of a suspension lets the member log in again", async () => {
    const open = await openCase();
    const { decisionId } = await decideBy(ADA, open, { act: "end_account" });
    await undoDecision(app.ctx, ADA, decisionId);
    expect(await snapshot(open.about)).toMatchObject({ member: [{ status: "active" }], suspension: [], index: [{}] });
    expect(await newToken(app, open.about)).toBeTruthy();
    expect((await logIn(app, open.about)).status).toBe(200);
  });

  test("is possible where a report of danger was closed by a slip", async () => {
    const { caseId, version } = await openCase();
    const closed = { caseId, version, acts: [{ act: "no_action" }], rule: "danger" } as const;
    const { decisionId } = await decide(app.ctx, ADA, closed);
    expect(await undoDecision(app.ctx, ADA, decisionId)).toMatchObject({ isReopened: true });
    expect(await undoDecision(app.ctx, ADA, decisionId)).toMatchObject({ caseId, isReopened: true, isRepeated: true });
  });

  test("is refused after 30 days, and where somebody was in danger", async () => {
    const [open, danger] = [await openCase(), await openCase()];
    const { decisionId } = await decideBy(ADA, open, { act: "unlist" });
    const acts = [{ act: "suspend", until: null }] as const;
    const other = await decide(app.ctx, ADA, { ...danger, acts, rule: "danger", facts: "Threats." });
    await expect(undoDecision(app.ctx, ADA, other.decisionId)).rejects.toMatchObject({ code: "undo_too_late" });
    clock.ahead = 31 * DAY_MS;
    try {
      await expect(undoDecision(app.ctx, ADA, decisionId)).rejects.toMatchObject({ code: "undo_too_late" });
    } finally {
      clock.ahead = 0;
    }
    for (const id of [open.about.id, "nonsense"])
      await expect(undoDecision(app.ctx, ADA, id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("twice at the same time happens once", async () => {
    const open = await openCase();
    const { decisionId } = await decideBy(ADA, open, { act: "unlist" });
    const undone = await Promise.all([ADA, BEN].map((by) => undoDecision(app.ctx, by, decisionId)));
    expect(undone.filter(({ isRepeated }) => isRepeated)).toHaveLength(1);
  });
});

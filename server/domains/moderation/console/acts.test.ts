import { beforeAll, expect, test } from "vitest";
import { sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { getMember } from "#contract/discovery/discovery.ts";
import { addPhotos, getProfile } from "#contract/members/profiles.ts";
import type { ActChoice, ActName } from "#contract/moderation/acts.ts";
import { decideCase, undoDecision } from "#contract/moderation/cases.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { getVerification } from "#contract/moderation/verification.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { makeDecision } from "#server/domains/moderation/decisions/decision-making.service.ts";
import { findRestrictions } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import { createReportCase, findAnswerable, findOpenCase, type TestCase } from "#server/testing/cases.ts";
import { createFakeImageChecker, EXPLICIT, HARMLESS } from "#server/testing/fake-image-checker.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { makeBlocksJpeg, makeJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const checker = createFakeImageChecker();
const mailer = createFakeMailer();
const app = testApp({ imageChecks: "on" }, { imageChecker: checker, mailer, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

let staff: TestStaff;
beforeAll(async () => {
  staff = await createStaff(app);
});

async function decide(caseId: string, choice: ActChoice): Promise<string> {
  const { version } = await openCase(app, caseId, staff);
  const upheld = choice.act === "refund_crushes" || choice.act === "no_action" ? [] : await findAnswerable(app, caseId);
  const body = { version, acts: [choice], rule: "all_bodies" as const, facts: "Seen.", words: "", upheld };
  const { status, body: made } = await callStaff(app, decideCase, { params: { caseId }, body }, staff);
  expect(status).toBe(200);
  return made.decisionId;
}

const undo = async (decisionId: string) =>
  expect((await callStaff(app, undoDecision, { params: { decisionId } }, staff)).status).toBe(200);

type Opened = Pick<TestCase, "id" | "reporter" | "reported">;

async function createCaseAfterCrush(): Promise<Opened> {
  const [reporter, reported] = [await createCompleteMember(app), await createCompleteMember(app)];
  await app.call(sendCrush, { body: { recipientId: reported.id } }, reporter.token);
  await app.call(reportMember, { body: { userId: reported.id, reason: "Spam or a scam" } }, reporter.token);
  return { id: await findOpenCase(app, reported.id), reporter, reported };
}

async function createCaseAboutUnlisted(): Promise<Opened> {
  const opened = await createReportCase(app);
  await app.ctx.transact(async (tx) => {
    await lockStatus(tx, opened.reported.id);
    const outside = { reporterIds: [], facts: "A test.", rule: "consent", words: "" } as const;
    const by = { who: "ada", reason: "A test" };
    await makeDecision(app.ctx, tx, by, { ...outside, memberId: opened.reported.id, acts: [{ act: "unlist" }] });
  });
  return opened;
}

const restrictionsOf = async ({ reported }: Opened) =>
  (await findRestrictions(app.ctx.db, reported.id)).map(({ kind }) => kind);
const resolutionOf = async ({ reported }: Opened) =>
  (await query("select resolution from reports where reported_id = $1", reported.id))[0]?.resolution;
const suspensionOf = async ({ reported }: Opened) =>
  (await query("select ends_at as until from suspensions where member_id = $1", reported.id))[0];
const photosOf = async ({ reported }: Opened) =>
  (await app.call(getProfile, {}, reported.token)).body.profile.profile.photos.length;
const needsSelfie = async ({ reported }: Opened) =>
  (await app.call(getVerification, {}, reported.token)).body.isRequired;
const isWriting = async ({ reported, reporter }: Opened) =>
  (await app.call(sendMessage, { body: { receiverId: reporter.id, content: "Hello?" } }, reported.token)).status ===
  201;

interface ActCase {
  readonly create?: () => Promise<Opened>;
  readonly choose?: (opened: Opened) => Promise<ActChoice>;
  readonly read: (opened: Opened) => Promise<unknown>;
  /** The results of `read` before the act, after it, and after it is undone. */
  readonly states: readonly [before: unknown, after: unknown, undone: unknown];
}

const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000);

const ACTS: Readonly<Record<Exclude<ActName, "show_picture" | "remove_picture">, ActCase>> = {
  no_action: { read: resolutionOf, states: [null, "none", null] },
  ask_to_change: { read: resolutionOf, states: [null, "warned", null] },
  remove_photo: {
    choose: async ({ reported }) => {
      const { body } = await app.call(addPhotos, { form: photoForm(await makeJpeg(60, 80)) }, reported.token);
      return { act: "remove_photo", photoId: body.photos[0]?._id ?? "" };
    },
    read: photosOf,
    states: [1, 0, 1],
  },
  unlist: {
    read: async (opened) => [await restrictionsOf(opened), await needsSelfie(opened)],
    states: [
      [[], false],
      [["unlisted"], false],
      [[], false],
    ],
  },
  require_selfie: {
    read: async (opened) => [await restrictionsOf(opened), await needsSelfie(opened)],
    states: [
      [[], false],
      [["unlisted"], true],
      [[], false],
    ],
  },
  mute: {
    choose: async () => ({ act: "mute", days: 3 }),
    read: async (opened) => [await restrictionsOf(opened), await isWriting(opened)],
    states: [
      [[], true],
      [["messaging"], false],
      [[], true],
    ],
  },
  suspend: {
    choose: async () => ({ act: "suspend", until: IN_A_YEAR.toISOString() }),
    read: suspensionOf,
    states: [undefined, { until: IN_A_YEAR }, undefined],
  },
  end_account: { read: suspensionOf, states: [undefined, { until: null }, undefined] },
  refund_crushes: {
    create: createCaseAfterCrush,
    read: async ({ reporter }) =>
      await query(
        "select kind, change from ledger_entries join wallets on wallets.id = wallet_id where member_id = $1 and kind = 'refund'",
        reporter.id,
      ),
    // The reporter may have spent it.
    states: [[], [{ kind: "refund", change: 1 }], [{ kind: "refund", change: 1 }]],
  },
  lift_restrictions: {
    create: createCaseAboutUnlisted,
    read: restrictionsOf,
    states: [["unlisted"], [], ["unlisted"]],
  },
};

test.each(Object.keys(ACTS) as (keyof typeof ACTS)[])("%s is done, closes the case, and is taken back", async (act) => {
  const { create = () => createReportCase(app), choose, read, states } = ACTS[act];
  const opened = await create();
  const choice = choose ? await choose(opened) : ({ act } as ActChoice);
  const isOpen = async () => (await query("select state from cases where id = $1", opened.id))[0]?.state === "open";
  expect([await read(opened), await isOpen()]).toEqual([states[0], true]);
  const decisionId = await decide(opened.id, choice);
  expect([await read(opened), await isOpen()]).toEqual([states[1], false]);
  await undo(decisionId);
  expect([await read(opened), await isOpen()]).toEqual([states[2], true]);
  expect(await resolutionOf(opened)).toBeNull();
  const log = await readAuditLog(app.ctx.db, opened.id, 9);
  expect(log.map(({ actor, action }) => [actor, action])).toContainEqual([staff.name, "decide case"]);
});

let pictures = 700;

async function createHeldPhoto() {
  const owner = await createCompleteMember(app);
  checker.sees = EXPLICIT;
  const { body } = await app.call(addPhotos, { form: photoForm(await makeBlocksJpeg(++pictures)) }, owner.token);
  const opened = () => app.ctx.db.selectFrom("cases").select("id").where("member_id", "=", owner.id).executeTakeFirst();
  await expect.poll(opened, { timeout: 15_000 }).toBeDefined();
  checker.sees = HARMLESS;
  return { owner, caseId: (await opened())?.id ?? "", photoId: body.photos[0]?._id ?? "" };
}

async function shownPhotos(owner: TestMember): Promise<string[]> {
  const viewer = await createCompleteMember(app);
  const { body } = await app.call(getMember, { params: { userId: owner.id } }, viewer.token);
  return body.user.profile.photos.map(({ _id }) => _id);
}

test.each(["show_picture", "remove_picture"] as const)("%s is done, and is taken back", async (act) => {
  const { owner, caseId, photoId } = await createHeldPhoto();
  const ownPhotos = async () =>
    (await app.call(getProfile, {}, owner.token)).body.profile.profile.photos.map(({ _id }) => _id);
  expect([await shownPhotos(owner), await ownPhotos()]).toEqual([[], [photoId]]);
  const decisionId = await decide(caseId, { act });
  const isShown = act === "show_picture";
  expect([await shownPhotos(owner), await ownPhotos()]).toEqual([isShown ? [photoId] : [], isShown ? [photoId] : []]);
  await undo(decisionId);
  expect([await shownPhotos(owner), await ownPhotos()]).toEqual([[], [photoId]]);
});

test("a held picture says why it is held", async () => {
  const { caseId } = await createHeldPhoto();
  const reasonAfter = async (change: string) => {
    await query(`update image_checks set ${change} where key = (select image_key from cases where id = $1)`, caseId);
    return (await openCase(app, caseId, staff)).hold;
  };
  expect(await reasonAfter("match = null")).toEqual({
    reason: "explicit",
    list: null,
    distance: null,
    explicit: { class: "porn", probability: EXPLICIT.porn },
  });
  expect(await reasonAfter("scores = null")).toMatchObject({ reason: "unchecked", explicit: null });
  expect(await reasonAfter("match = 'removed'")).toMatchObject({ reason: "removed_copy" });
  await query(
    `
    insert into unwanted_images (id, pdq, source)
    select gen_random_uuid(), ~substring(pdq for 5) || substring(pdq from 6), 'stolen' from image_checks
    where key = (select image_key from cases where id = $1)`,
    caseId,
  );
  expect(await reasonAfter("match = 'stolen'")).toMatchObject({ reason: "listed_copy", list: "stolen", distance: 5 });
  expect(await reasonAfter("state = 'clear'")).toMatchObject({ reason: "older_copy" });
  expect(await reasonAfter("shown_matches = '{stolen}'")).toBeNull();
});

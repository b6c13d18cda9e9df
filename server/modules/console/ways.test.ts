import { beforeAll, describe, expect, test } from "vitest";
import { sendAppeal } from "#contract/appeals.ts";
import { getMember } from "#contract/discovery.ts";
import { FREE_CRUSHES } from "#contract/limits.ts";
import { sendMessage } from "#contract/messages.ts";
import type { ActChoice, ActName, RuleKey } from "#contract/moderation-acts.ts";
import {
  addNote,
  claimCase,
  closeCases,
  decideAppeal,
  decideCase,
  getCase,
  listQueue,
  lookAtCase,
  releaseCase,
  undoDecision,
} from "#contract/moderation-cases.ts";
import { addPhotos, getProfile } from "#contract/profiles.ts";
import { readAuditLog } from "#server/modules/audit/audit.service.ts";
import { attachToCase } from "#server/modules/cases/cases.service.ts";
import { findStatus } from "#server/modules/members/members.queries.ts";
import { lockWithAnyStatus } from "#server/modules/members/members.service.ts";
import { makeDecision } from "#server/modules/moderation/decisions.service.ts";
import { appealTokenOf } from "#server/modules/restrictions/appeal-token.ts";
import { findRestrictions } from "#server/modules/restrictions/restrictions.queries.ts";
import { createReportCase, type TestCase } from "#server/testing/cases.ts";
import { createFakeImageChecker, EXPLICIT, HARMLESS } from "#server/testing/fake-image-checker.ts";
import { makeBlocksJpeg, makeJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

/** Staff work at the command line and in the console. One list of tests runs both ways, so neither can do less. */

const checker = createFakeImageChecker();
const app = testApp({ imageChecks: "on" }, { sharedWith: "others", imageChecker: checker, work: true });

interface Decision {
  readonly acts: readonly ActChoice[];
  readonly rule?: RuleKey;
  readonly facts?: string;
}

interface Way {
  /** The name that the history has. */
  readonly actor: string;
  /** The open cases, by their ids. */
  list(): Promise<string[]>;
  /** Looks at a case. @returns its version */
  look(caseId: string): Promise<number>;
  claim(caseId: string, version: number): Promise<void>;
  release(caseId: string): Promise<void>;
  note(caseId: string, note: string): Promise<void>;
  /** @returns the decision's id */
  decide(caseId: string, version: number, decision: Decision): Promise<string>;
  undo(decisionId: string): Promise<void>;
  close(opened: TestCase, version: number): Promise<void>;
  decideAppeal(appealId: string, outcome: "upheld" | "reversed"): Promise<void>;
}

/** An act as `cases decide --acts` takes it. */
function toArgument(choice: ActChoice): string {
  if (choice.act === "remove_photo") return `remove_photo:${choice.photoId}`;
  if (choice.act === "mute") return `mute:${choice.days}`;
  return choice.act === "suspend" && typeof choice.until === "string" ? `suspend:${choice.until}` : choice.act;
}

function commandLine(): Way {
  const run = async (...args: string[]) => {
    const { code, out, err } = await runCommand(app, [...args, "--as", "ada", "--reason", "A test", "--json"]);
    if (code !== 0) throw new Error(err);
    return JSON.parse(out);
  };
  const at = (version: number) => ["--version", String(version)];
  return {
    actor: "ada",
    list: async () => (await run("cases", "list")).cases.map(({ id }: { id: string }) => id),
    look: async (caseId) => (await run("cases", "show", caseId)).case.version,
    claim: (caseId, version) => run("cases", "claim", caseId, ...at(version)),
    release: (caseId) => run("cases", "release", caseId),
    note: (caseId, note) => run("cases", "note", caseId, note),
    decide: async (caseId, version, { acts, rule = "consent", facts = "Seen." }) => {
      const what = ["--acts", acts.map(toArgument).join(","), "--rule", rule, "--facts", facts];
      return (await run("cases", "decide", caseId, ...at(version), ...what)).decisionId;
    },
    undo: (decisionId) => run("cases", "undo", decisionId),
    close: ({ reporter }) => run("cases", "close-all", "--reported-by", reporter.id),
    decideAppeal: (appealId, outcome) => run("appeals", "decide", appealId, "--outcome", outcome),
  };
}

function consoleOf(staff: TestStaff): Way {
  const assertOk = async <T extends { status: number; body: { message?: string } }>(reply: Promise<T>) => {
    const { status, body } = await reply;
    if (status !== 200) throw new Error(body.message);
    return body as T["body"];
  };
  return {
    actor: staff.name,
    list: async () =>
      (await assertOk(callStaff(app, listQueue, { query: { limit: 100 } }, staff))).cases.map(({ _id }) => _id),
    look: async (caseId) => {
      const body = { reason: "A test of both ways" };
      return (await assertOk(callStaff(app, lookAtCase, { params: { caseId }, body }, staff))).case.version;
    },
    claim: async (caseId, version) =>
      void (await assertOk(callStaff(app, claimCase, { params: { caseId }, body: { version } }, staff))),
    release: async (caseId) => {
      const shown = await assertOk(callStaff(app, getCase, { params: { caseId } }, staff));
      const until = shown.case.claim?.until ?? "";
      await assertOk(callStaff(app, releaseCase, { params: { caseId }, body: { until } }, staff));
    },
    note: async (caseId, note) =>
      void (await assertOk(callStaff(app, addNote, { params: { caseId }, body: { note, about: "case" } }, staff))),
    decide: async (caseId, version, { acts, rule = "consent", facts = "Seen." }) => {
      const body = { version, acts: [...acts], rule, facts, words: "" };
      return (await assertOk(callStaff(app, decideCase, { params: { caseId }, body }, staff))).decisionId;
    },
    undo: async (decisionId) => void (await assertOk(callStaff(app, undoDecision, { params: { decisionId } }, staff))),
    close: async ({ id: caseId }, version) => {
      const { closed } = await assertOk(callStaff(app, closeCases, { body: { cases: [{ caseId, version }] } }, staff));
      if (closed !== 1) throw new Error("The case was not closed");
    },
    decideAppeal: async (appealId, outcome) =>
      void (await assertOk(
        callStaff(app, decideAppeal, { params: { appealId }, body: { outcome, answer: "" } }, staff),
      )),
  };
}

let pictures = 700;
const ways = {} as Record<"command line" | "console", Way>;
beforeAll(async () => {
  ways["command line"] = commandLine();
  ways.console = consoleOf(await createStaff(app));
  // A second person who could decide the appeals of the other.
  await createStaff(app, "reports");
});

const query = async (sql: string, value: string) => (await app.database.pool.query(sql, [value])).rows;

/** How the report was resolved. */
const resolutionOf = async ({ reporter }: TestCase) =>
  (await query("select resolution from reports where reporter_id = $1", reporter.id)).map(
    ({ resolution }) => resolution,
  );

/** Unlists the member by an earlier decision, outside of the case. */
const unlistBefore = ({ reported }: TestCase) =>
  app.ctx.transact(async (tx) => {
    await lockWithAnyStatus(tx, reported.id);
    const outside = { version: null, reporterIds: [], facts: "A test.", rule: "consent", words: "" } as const;
    const by = { who: "ada", reason: "A test" };
    await makeDecision(app.ctx, tx, by, { ...outside, memberId: reported.id, acts: [{ act: "unlist" }] });
  });

const restrictionsOf = async ({ reported }: TestCase) =>
  (await findRestrictions(app.ctx.db, reported.id)).map(({ kind }) => kind).sort();

async function withPhoto(opened: TestCase): Promise<string> {
  const { body } = await app.call(addPhotos, { form: photoForm(await makeJpeg(60, 80)) }, opened.reported.token);
  return body.photos[0]?._id ?? "";
}

const writes = async ({ reported, reporter }: TestCase) =>
  (await app.call(sendMessage, { body: { receiverId: reporter.id, content: "Hello?" } }, reported.token)).status;

type PictureAct = "show_picture" | "remove_picture";

/** What each act about a member does, and whether an undo restores it. */
const ACTS: Readonly<
  Record<
    Exclude<ActName, PictureAct>,
    { choose?: (opened: TestCase) => Promise<ActChoice>; check: (opened: TestCase) => Promise<void> }
  >
> = {
  no_action: { check: async (opened) => expect(await resolutionOf(opened)).toEqual(["none"]) },
  ask_to_change: { check: async (opened) => expect(await resolutionOf(opened)).toEqual(["warned"]) },
  remove_photo: {
    choose: async (opened) => ({ act: "remove_photo", photoId: await withPhoto(opened) }),
    check: async ({ reported }) => {
      const { body } = await app.call(getProfile, {}, reported.token);
      expect(JSON.stringify(body)).not.toContain("/photos/");
    },
  },
  require_selfie: { check: async (opened) => expect(await restrictionsOf(opened)).toEqual(["unlisted"]) },
  unlist: { check: async (opened) => expect(await restrictionsOf(opened)).toEqual(["unlisted"]) },
  mute: {
    choose: async () => ({ act: "mute", days: 3 }),
    check: async (opened) => {
      expect(await restrictionsOf(opened)).toEqual(["messaging"]);
      expect(await writes(opened)).toBe(403);
    },
  },
  suspend: {
    choose: async () => ({ act: "suspend", until: new Date(Date.now() + 86_400_000).toISOString() }),
    check: async ({ reported }) => expect(await findStatus(app.ctx.db, reported.id)).toBe("suspended"),
  },
  end_account: {
    check: async ({ reported }) => expect(await findStatus(app.ctx.db, reported.id)).toBe("suspended"),
  },
  refund_crushes: {
    check: async ({ reporter }) => {
      const [wallet] = await query("select balance from wallets where member_id = $1", reporter.id);
      expect(wallet).toEqual({ balance: FREE_CRUSHES });
    },
  },
  lift_restrictions: {
    choose: async (opened) => {
      await unlistBefore(opened);
      return { act: "lift_restrictions" };
    },
    check: async (opened) => expect(await restrictionsOf(opened)).toEqual([]),
  },
};

/** A case about a photo that the check holds. */
async function createHeldPhoto() {
  const owner = await createCompleteMember(app);
  checker.sees = EXPLICIT;
  const { body } = await app.call(addPhotos, { form: photoForm(await makeBlocksJpeg(++pictures)) }, owner.token);
  const opened = () => app.ctx.db.selectFrom("cases").select("id").where("member_id", "=", owner.id).executeTakeFirst();
  await expect.poll(opened, { timeout: 15_000 }).toBeDefined();
  checker.sees = HARMLESS;
  return { owner, caseId: (await opened())?.id ?? "", photoId: body.photos[0]?._id ?? "" };
}

/** The photos that others see, by whether they do. */
async function shownPhotos(owner: TestMember): Promise<string[]> {
  const viewer = await createCompleteMember(app);
  const { body } = await app.call(getMember, { params: { userId: owner.id } }, viewer.token);
  return body.user.profile.photos.map(({ _id }) => _id);
}

describe.each(["command line", "console"] as const)("at the %s", (name) => {
  test.each(Object.keys(ACTS) as (keyof typeof ACTS)[])(
    "%s is done, closes the case, and is taken back",
    async (act) => {
      const way = ways[name];
      const opened = await createReportCase(app);
      const { choose, check } = ACTS[act];
      const choice = choose ? await choose(opened) : ({ act } as ActChoice);
      const before = await restrictionsOf(opened);
      expect(await resolutionOf(opened)).toEqual([null]);
      const decisionId = await way.decide(opened.id, await way.look(opened.id), {
        acts: [choice],
        rule: "all_bodies",
        facts: "A test",
      });
      await check(opened);
      expect(await way.list()).not.toContain(opened.id);
      await way.undo(decisionId);
      expect(await way.list()).toContain(opened.id);
      expect(await restrictionsOf(opened)).toEqual(before);
      expect(await resolutionOf(opened)).toEqual([null]);
      expect(await findStatus(app.ctx.db, opened.reported.id)).toBe("active");
      const history = (await readAuditLog(app.ctx.db, opened.id, 20)).map((entry) => [
        entry.acting_as ?? entry.actor,
        entry.action,
      ]);
      expect(history.reverse()).toEqual([
        [way.actor, "show case"],
        [way.actor, "decide case"],
      ]);
    },
  );

  test.each(["show_picture", "remove_picture"] as const)("%s is done, and is taken back", async (act) => {
    const way = ways[name];
    const { owner, caseId, photoId } = await createHeldPhoto();
    expect(await shownPhotos(owner)).toEqual([]);
    const decisionId = await way.decide(caseId, await way.look(caseId), { acts: [{ act }] });
    expect(await shownPhotos(owner)).toEqual(act === "show_picture" ? [photoId] : []);
    await way.undo(decisionId);
    expect(await shownPhotos(owner)).toEqual([]);
    expect(await way.list()).toContain(caseId);
  });

  test("several acts are done at once", async () => {
    const way = ways[name];
    const opened = await createReportCase(app);
    await way.decide(opened.id, await way.look(opened.id), { acts: [{ act: "unlist" }, { act: "mute", days: 7 }] });
    expect(await restrictionsOf(opened)).toEqual(["messaging", "unlisted"]);
  });

  test("a decision because of danger is not taken back", async () => {
    const way = ways[name];
    const opened = await createReportCase(app, "Someone is in danger");
    const acts = [{ act: "end_account" }] as const;
    const decisionId = await way.decide(opened.id, await way.look(opened.id), { acts, rule: "danger" });
    await expect(way.undo(decisionId)).rejects.toThrow("cannot be undone");
  });

  test("a decision about an earlier version leaves open what has come in since", async () => {
    const way = ways[name];
    const opened = await createReportCase(app);
    const version = await way.look(opened.id);
    await way.claim(opened.id, version);
    const subject = { kind: "member", memberId: opened.reported.id } as const;
    const item = { kind: "fraud", sourceId: `linked:${opened.id}`, subject, weight: 1, dueAt: new Date() } as const;
    await app.ctx.transact((tx) => attachToCase(app.ctx, tx, item));
    await way.decide(opened.id, version, { acts: [{ act: "no_action" }] });
    expect(await resolutionOf(opened)).toEqual(["none"]);
    expect(await way.list()).toContain(opened.id);
    const unseen = way.decide(opened.id, version + 1, { acts: [{ act: "no_action" }] });
    await expect(unseen).rejects.toThrow("has changed");
    await way.decide(opened.id, await way.look(opened.id), { acts: [{ act: "no_action" }] });
    expect(await way.list()).not.toContain(opened.id);
  });

  test("what does not change a case leaves its version: it is claimed, noted, left and closed", async () => {
    const way = ways[name];
    const opened = await createReportCase(app);
    const version = await way.look(opened.id);
    await way.claim(opened.id, version);
    await way.release(opened.id);
    await way.note(opened.id, "Seen before");
    await way.close(opened, version);
    expect(await way.list()).not.toContain(opened.id);
  });

  test("an appeal is decided by somebody else", async () => {
    const way = ways[name];
    const other = ways[name === "console" ? "command line" : "console"];
    const opened = await createReportCase(app);
    const acts = [{ act: "mute", days: 7 }] as const;
    const decisionId = await way.decide(opened.id, await way.look(opened.id), { acts });
    const token = appealTokenOf(app.ctx, decisionId);
    expect((await app.call(sendAppeal, { params: { token }, body: { words: "It was a joke." } })).status).toBe(201);
    const { id } = await app.ctx.db
      .selectFrom("appeals")
      .select("id")
      .where("decision_id", "=", decisionId)
      .executeTakeFirstOrThrow();
    await expect(way.decideAppeal(id, "upheld")).rejects.toThrow("Another operator");
    await other.decideAppeal(id, "reversed");
    expect(await restrictionsOf(opened)).toEqual([]);
  });
});

test("a held picture says why it is held", async () => {
  const staff = await createStaff(app);
  const { caseId } = await createHeldPhoto();
  const reasonAfter = async (change: string) => {
    await query(`update image_checks set ${change} where key = (select image_key from cases where id = $1)`, caseId);
    return (await openCase(app, caseId, staff)).holdReason;
  };
  expect(await reasonAfter("match = null")).toBe("explicit");
  expect(await reasonAfter("scores = null")).toBe("unchecked");
  expect(await reasonAfter("match = 'removed'")).toBe("removed_copy");
  expect(await reasonAfter("match = 'stolen'")).toBe("listed_copy");
  expect(await reasonAfter("state = 'clear'")).toBe("older_copy");
  expect(await reasonAfter("shown_matches = '{stolen}'")).toBeNull();
});

test("of the two, one decides a case that both decide at the same time", async () => {
  const opened = await createReportCase(app);
  const version = await ways.console.look(opened.id);
  const answers = await Promise.allSettled(
    Object.values(ways).map((way, i) =>
      way.decide(opened.id, version, { acts: i === 0 ? [{ act: "unlist" }] : [{ act: "mute", days: 1 }] }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await restrictionsOf(opened)).toHaveLength(1);
});

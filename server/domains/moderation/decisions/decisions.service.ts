import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { validate } from "uuid";
import { DAY_MS } from "#contract/durations.ts";
import {
  type ActChoice,
  type ActName,
  FRAUD_RULE,
  isRestriction,
  MUTE_DAYS,
  type RuleKey,
  type Unrestored,
  waitsFor,
} from "#contract/moderation/acts.ts";
import { CASE_KINDS } from "#contract/moderation/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { unverifyProfile } from "#server/domains/members/profiles/verified-photo.service.ts";
import { actorOf, type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { dueAt } from "#server/domains/moderation/cases/cases.policy.ts";
import {
  type CaseItem,
  type CaseRow,
  findCaseOfItem,
  findItems,
  findItemsAbout,
  hasLooked,
} from "#server/domains/moderation/cases/cases.queries.ts";
import {
  completeItem,
  completeItems,
  getCase,
  getPermittedCase,
  lockCaseAt,
  reopenCase,
} from "#server/domains/moderation/cases/cases.service.ts";
import { insertCaseEvent } from "#server/domains/moderation/cases/cases.statements.ts";
import type { ActContext } from "#server/domains/moderation/decisions/acts/act.ts";
import { applyAct, resolutionOf, undoAct } from "#server/domains/moderation/decisions/acts/registry.ts";
import {
  appealUntil,
  assertAsked,
  assertDecidable,
  assertNamesNobody,
  assertReasoned,
  assertSettlesPicture,
  type DecisionText,
  type Sources,
  undoUntil,
} from "#server/domains/moderation/decisions/decisions.policy.ts";
import {
  type DecisionRow,
  findActs,
  findAppealOf,
  findDecision,
  findDecisionOf,
  isEndedForFraud,
  type StoredAct,
} from "#server/domains/moderation/decisions/decisions.queries.ts";
import {
  deleteDecision,
  insertAct,
  insertDecision,
  lockDecision,
  updateAppealDecided,
  updateUndone,
} from "#server/domains/moderation/decisions/decisions.repo.ts";
import {
  scheduleFraudCorrections,
  scheduleFraudNotices,
} from "#server/domains/moderation/notices/fraud-notices.service.ts";
import { findSenderNames } from "#server/domains/moderation/notices/notices.queries.ts";
import { settleNotices } from "#server/domains/moderation/notices/notices.service.ts";
import { reopenNotices } from "#server/domains/moderation/notices/notices.statements.ts";
import { findReporters } from "#server/domains/moderation/reports/reports.queries.ts";
import { decideReports } from "#server/domains/moderation/reports/reports.service.ts";
import { reopenReports } from "#server/domains/moderation/reports/reports.statements.ts";
import { appealTokenOf } from "#server/domains/moderation/restrictions/appeal-token.policy.ts";
import {
  insertRestriction,
  type RestrictingAct,
} from "#server/domains/moderation/restrictions/restrictions.statements.ts";
import {
  type Actor,
  assertMayDo,
  assertRecentlyAuthenticated,
  assertWorksOn,
} from "#server/domains/moderation/staff/actor.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { NeutralOutcome } from "#server/platform/db/schema/admin.ts";
import { newId } from "#server/platform/lib/ids.ts";

export const hashAppealToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The member gets no statement. */
const SILENT_ACTS: readonly ActName[] = ["no_action", "show_picture", "refund_crushes"];

interface DecidedCase {
  readonly row: CaseRow;
  readonly version: number;
}

interface NewDecision extends DecisionText {
  readonly memberId: string;
  readonly acts: readonly ActChoice[];
  /** Undefined for a decision outside of a case. */
  readonly case?: DecidedCase;
  readonly reporterIds: readonly string[];
  readonly automated?: boolean;
}

/** A repeated suspension has none. */
const hasEffect = ({ result }: StoredAct): boolean => result["change"] !== "same";

/**
 * Makes a decision: does its acts, in their order, and enqueues the statement of reasons for the member. Needs the
 * member's lock; see `lockStatus`.
 * @returns undefined if the acts changed nothing; nothing is stored then
 * @throws AppError invalid
 */
export async function makeDecision(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  decision: NewDecision,
): Promise<{ decision: DecisionRow; acts: readonly StoredAct[] } | undefined> {
  const { memberId, acts, facts, rule, words, case: decided, reporterIds, automated = false } = decision;
  assertDecidable(acts, decision);
  // A decision outside of a case may have one text for the member, the words.
  assertReasoned(acts, { facts: !decided && facts === "" ? words : facts, rule, words });
  const id = newId();
  const isAppealable = acts.some(({ act }) => isRestriction(act));
  const row = await insertDecision(tx, {
    id,
    case_id: decided?.row.id ?? null,
    case_version: decided?.version ?? null,
    member_id: memberId,
    facts,
    rule,
    words,
    automated,
    decided_by: actorOf(by),
    undo_until: undoUntil(ctx.now(), rule),
    appeal_token_hash: isAppealable ? hashAppealToken(appealTokenOf(ctx, id)) : null,
    appeal_until: isAppealable ? appealUntil(ctx.now()) : null,
  });
  const at: ActContext = {
    ctx,
    tx,
    by,
    decisionId: id,
    memberId,
    case: decided?.row,
    rule,
    words,
    reporterIds,
    isReopened: false,
  };
  const done: StoredAct[] = [];
  for (const [position, choice] of acts.entries()) {
    const stored = { choice, result: await applyAct(at, choice) };
    await insertAct(tx, id, position, stored);
    done.push(stored);
  }
  if (!decided && !done.some(hasEffect)) {
    await deleteDecision(tx, id);
    return undefined;
  }
  if (rule === FRAUD_RULE && acts.some(({ act }) => act === "end_account"))
    await scheduleFraudNotices(ctx, tx, id, memberId);
  if (acts.some(({ act }) => !SILENT_ACTS.includes(act)))
    await ctx.jobs.send(tx, "email-statement", { decisionId: id });
  return { decision: row, acts: done };
}

interface LostRestriction {
  readonly id: string;
  readonly memberId: string;
  readonly act: RestrictingAct;
  readonly since: Date;
  readonly until: Date | null;
}

/**
 * For a restriction that a restore has lost with its decision. The member has its statement, so none is sent, and can
 * object to that by email. Needs the member's lock.
 */
export async function restrictAgain(
  tx: Tx,
  by: OperatorAction,
  { id: restrictionId, memberId, act, since, until }: LostRestriction,
): Promise<void> {
  const decisionId = newId();
  await insertDecision(tx, {
    id: decisionId,
    case_id: null,
    case_version: null,
    member_id: memberId,
    facts: "Decided before a loss of data, and made again.",
    rule: "guidelines",
    words: "",
    automated: false,
    decided_by: actorOf(by),
    undo_until: null,
    appeal_token_hash: null,
    appeal_until: null,
  });
  const kind = act === "mute" ? "messaging" : "unlisted";
  await insertRestriction(tx, { id: restrictionId, act, memberId, kind, decisionId, until });
  if (act === "require_selfie") await unverifyProfile(tx, memberId);
  const days = MUTE_DAYS.find((many) => since.getTime() + many * DAY_MS >= (until ?? since).getTime()) ?? MUTE_DAYS[0];
  const choice: ActChoice = act === "mute" ? { act, days } : { act };
  const result = { restrictionId, until: until?.toISOString() ?? null, verified: null };
  await insertAct(tx, decisionId, 0, { choice, result });
  await reindexMember(tx, memberId);
  await recordAction(tx, by, { action: "restrict", target: memberId, details: { act, decisionId } });
}

const idsOf = (items: readonly Pick<CaseItem, "kind" | "sourceId">[], wanted: CaseItem["kind"]): string[] =>
  items.flatMap(({ kind, sourceId }) => (kind === wanted ? [sourceId] : []));

interface DecideInput {
  readonly caseId: string;
  /** The version of the case that the actor has seen. */
  readonly version: number;
  readonly acts: readonly ActChoice[];
  readonly facts?: string;
  readonly rule?: RuleKey;
  readonly words?: string;
  /** Ids of unfounded reports and notices, whatever else is decided. */
  readonly wrong?: readonly string[] | undefined;
  readonly isUnexamined?: boolean;
}

interface Decided {
  readonly decisionId: string;
  readonly caseId: string;
  /** Whether the same decision was made before; nothing has changed then. */
  readonly isRepeated: boolean;
  /** The case stays open for items that came in meanwhile, and for an appeal or a selfie. */
  readonly isClosed: boolean;
  readonly undoUntil: Date | null;
}

const presentDecided = (
  { id: decisionId, undo_until: undoUntil }: DecisionRow,
  { caseId, isRepeated, isClosed }: Pick<Decided, "caseId" | "isRepeated" | "isClosed">,
): Decided => ({ decisionId, caseId, isRepeated, isClosed, undoUntil });

/** @throws AppError case_changed if another decision was made */
async function findRepeated(tx: Tx, by: OperatorAction, input: DecideInput & DecisionText) {
  const earlier = await findDecisionOf(tx, input.caseId, input.version);
  if (!earlier) return undefined;
  const acts = (await findActs(tx, earlier.id)).map(({ choice }) => choice);
  const isSame =
    earlier.decided_by === actorOf(by) &&
    earlier.undone_at === null &&
    isDeepStrictEqual(
      [acts, earlier.facts, earlier.rule, earlier.words],
      [[...input.acts], input.facts, input.rule, input.words],
    );
  if (!isSame) throw new AppError("case_changed");
  return earlier;
}

/** For reports that are neither right nor wrong. */
function neutralOutcome({ acts, isUnexamined = false }: DecideInput): NeutralOutcome | null {
  if (isUnexamined) return "unexamined";
  return acts.every(({ act }) => act === "refund_crushes") ? "refunded" : null;
}

/** The senders of reports and notices get an answer. */
async function decideItems(
  ctx: Context,
  tx: Tx,
  items: readonly Pick<CaseItem, "kind" | "sourceId">[],
  input: DecideInput,
): Promise<void> {
  const resolution = resolutionOf(input.acts);
  const wrong = new Set(input.wrong);
  const [reports, notices] = [idsOf(items, "report"), idsOf(items, "notice")];
  if ([...wrong].some((id) => !reports.includes(id) && !notices.includes(id)))
    throw AppError.field("invalid", "wrong", "Something that was marked is not in the case any more.");
  const isWrong = (id: string) => wrong.has(id);
  const isRight = (id: string) => !wrong.has(id);
  await decideReports(ctx, tx, reports.filter(isRight), resolution, neutralOutcome(input));
  await decideReports(ctx, tx, reports.filter(isWrong), "none");
  const isUpheld = resolution !== "none";
  await settleNotices(ctx, tx, notices.filter(isRight), { isUpheld, isUnexamined: input.isUnexamined === true });
  await settleNotices(ctx, tx, notices.filter(isWrong), { isUpheld: false, isUnexamined: false });
}

export async function findSources(tx: Tx, memberId: string): Promise<Sources> {
  const items = await findItemsAbout(tx, memberId);
  const reporters = await findReporters(tx, idsOf(items, "report"));
  return {
    usernames: reporters.flatMap(({ username }) => username ?? []),
    names: await findSenderNames(tx, idsOf(items, "notice")),
  };
}

/** Items that are decided on their own. A decision of their case leaves them open. */
const OWN_KINDS: readonly CaseItem["kind"][] = ["appeal", "verification"];

const WAITING_ERRORS = { appeal: "appeal_open", selfie: "verification_open" } as const;

/** @throws AppError appeal_open, verification_open if an act has to wait for one of the items */
function assertWaitsForNothing(acts: readonly ActChoice[], items: readonly CaseItem[]): void {
  const has = (wanted: CaseItem["kind"]) => items.some(({ kind }) => kind === wanted);
  const waiting = { appeal: has("appeal"), selfie: has("verification") };
  for (const { act } of acts) {
    const first = waitsFor(act, waiting);
    if (first) throw new AppError(WAITING_ERRORS[first]);
  }
}

/** @throws AppError not_found, staff_forbidden, reauthentication_required */
async function getDecidableCase(tx: Tx, actor: Actor, { caseId, acts }: DecideInput): Promise<CaseRow> {
  const row = await getPermittedCase(tx, actor, caseId);
  const names = acts.map(({ act }) => act);
  assertMayDo(actor, names);
  if (names.includes("end_account")) assertRecentlyAuthenticated(actor);
  return row;
}

/**
 * In one transaction, up to the version that the actor has seen. Later items stay open in the case. Of two people who
 * decide one wins. Repeating a decision has no further effect.
 * @throws AppError not_found, staff_forbidden, reauthentication_required, case_changed, case_claimed, case_closed,
 * appeal_open, verification_open, invalid
 */
export function decide(ctx: Context, actor: Actor, given: DecideInput): Promise<Decided> {
  const { facts = "", rule = "guidelines", words = "" } = given;
  const input = { ...given, facts: facts.trim(), rule, words: words.trim() };
  const { caseId, version, acts } = input;
  return ctx.transact(async (tx) => {
    // Members are locked before other rows.
    await lockStatus(tx, (await getDecidableCase(tx, actor, input)).member_id);
    const repeated = await findRepeated(tx, actor, input);
    if (repeated) {
      const isClosed = (await getCase(tx, caseId)).state === "closed";
      return presentDecided(repeated, { caseId, isRepeated: true, isClosed });
    }
    const row = await lockCaseAt(ctx, tx, caseId, actor, version);
    if (row.kind === "picture") assertSettlesPicture(acts);
    const seen = (await findItems(tx, caseId)).filter((item) => item.doneAt === null && item.version <= version);
    assertWaitsForNothing(acts, seen);
    assertAsked(acts, input);
    const open = seen.filter(({ kind }) => !OWN_KINDS.includes(kind));
    const reportIds = idsOf(open, "report");
    const reporters = await findReporters(tx, reportIds);
    assertNamesNobody({ facts: input.facts, words: input.words }, await findSources(tx, row.member_id));
    const made = await makeDecision(ctx, tx, actor, {
      ...input,
      memberId: row.member_id,
      case: { row, version },
      reporterIds: reporters.map(({ id }) => id),
    });
    if (!made) throw new Error("a decision of a case was not stored");
    await decideItems(ctx, tx, open, given);
    const names = acts.map(({ act }) => act).join(",");
    await insertCaseEvent(tx, {
      caseId,
      kind: "decided",
      actor: actorOf(actor),
      details: { decision: made.decision.id, acts: names, rule },
    });
    const isClosed = await completeItems(tx, caseId, open, actorOf(actor));
    await recordAction(tx, actor, { action: "decide case", target: caseId, details: { acts: names, rule } });
    return presentDecided(made.decision, { caseId, isRepeated: false, isClosed });
  });
}

/**
 * The last act first. Needs the locks of the member and of the decision.
 * @param row of a decision that is not undone
 * @param isReopened whether its case is decided again
 * @returns reasons for pictures that are not restored
 */
export async function undoActs(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  row: DecisionRow,
  isReopened = false,
): Promise<Unrestored[]> {
  const { id: decisionId, member_id: memberId, words } = row;
  const found = row.case_id === null ? undefined : await getCase(tx, row.case_id);
  const rule = row.rule as RuleKey;
  const at: ActContext = { ctx, tx, by, decisionId, memberId, case: found, rule, words, reporterIds: [], isReopened };
  const unrestored: Unrestored[] = [];
  for (const { choice, result } of (await findActs(tx, decisionId)).toReversed()) {
    const reason = await undoAct(at, choice, result);
    if (reason) unrestored.push(reason);
  }
  await updateUndone(tx, decisionId, actorOf(by));
  if (!(await isEndedForFraud(tx, memberId))) await scheduleFraudCorrections(ctx, tx, decisionId, memberId);
  return unrestored;
}

async function reopen(ctx: Context, tx: Tx, by: OperatorAction, row: DecisionRow): Promise<boolean> {
  if (row.case_id === null) return false;
  const found = await getCase(tx, row.case_id);
  // One transaction has one time.
  const decided = (await findItems(tx, found.id)).filter(
    ({ doneAt }) => doneAt?.getTime() === row.decided_at.getTime(),
  );
  const options = { actor: actorOf(by), dueAt: dueAt(ctx.now(), "other") };
  if (!(await reopenCase(tx, found, decided, options))) return false;
  await reopenReports(tx, idsOf(decided, "report"));
  await reopenNotices(tx, idsOf(decided, "notice"));
  return true;
}

/** Locks the member before the decision. @throws AppError not_found */
export async function lockDecisionWithMember(tx: Tx, id: string): Promise<DecisionRow> {
  const missing = () => new AppError("not_found", `Decision ${id} was not found.`);
  if (!validate(id)) throw missing();
  const memberId = (await findDecision(tx, id))?.member_id;
  if (memberId === undefined) throw missing();
  await lockStatus(tx, memberId);
  return (await lockDecision(tx, id)) ?? Promise.reject(missing());
}

/** The sender of the appeal was right. Needs the lock of the decision. @returns whether there was one */
async function settleAppeal(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  decisionId: string,
  unrestored: readonly Unrestored[],
): Promise<boolean> {
  const appeal = await findAppealOf(tx, decisionId);
  if (!appeal || appeal.outcome !== null) return false;
  const { id: appealId } = appeal;
  const [actor, outcome] = [actorOf(by), "reversed"] as const;
  await updateAppealDecided(tx, appealId, { outcome, answer: "", decidedBy: actor });
  const found = await findCaseOfItem(tx, "appeal", appealId);
  if (found)
    await insertCaseEvent(tx, { caseId: found.id, kind: "decided", actor, details: { appeal: appealId, outcome } });
  await completeItem(tx, { kind: "appeal", sourceId: appealId }, actor);
  await ctx.jobs.send(tx, "email-appeal-outcome", { appealId, unrestored });
  await recordAction(tx, by, { action: "decide appeal", target: appealId, details: { outcome } });
  return true;
}

/**
 * Roles without an act do not undo it either. A decision outside of a case, such as a suspension at the command line,
 * is about the member as a whole.
 * @throws AppError not_found, staff_forbidden, reauthentication_required
 */
async function assertMayUndo(tx: Tx, actor: Actor, { id, case_id: caseId }: DecisionRow): Promise<void> {
  if (caseId !== null) await getPermittedCase(tx, actor, caseId);
  else for (const kind of CASE_KINDS) assertWorksOn(actor, kind);
  assertMayDo(
    actor,
    (await findActs(tx, id)).map(({ choice }) => choice.act),
  );
  assertRecentlyAuthenticated(actor);
}

/**
 * Within 30 days. The case is open again, unless another one about the same member or picture is. A photo is not back
 * if its profile has six again. The member is emailed. Repeating it is harmless.
 * @throws AppError not_found, staff_forbidden, reauthentication_required, undo_too_late
 */
export const undoDecision = (ctx: Context, actor: Actor, decisionId: string) =>
  ctx.transact(async (tx) => {
    const row = await lockDecisionWithMember(tx, decisionId);
    await assertMayUndo(tx, actor, row);
    const { case_id: caseId } = row;
    if (row.undone_at !== null) return { decisionId, caseId, isReopened: false, isRepeated: true, unrestored: [] };
    if (row.undo_until === null || row.undo_until <= ctx.now()) throw new AppError("undo_too_late");
    const unrestored = await undoActs(ctx, tx, actor, row, caseId !== null);
    if (caseId !== null)
      await insertCaseEvent(tx, { caseId, kind: "undone", actor: actorOf(actor), details: { decision: decisionId } });
    const isAppealed = await settleAppeal(ctx, tx, actor, decisionId, unrestored);
    const isReopened = await reopen(ctx, tx, actor, row);
    if (row.appeal_until !== null && !isAppealed)
      await ctx.jobs.send(tx, "email-decision-undone", { decisionId, unrestored });
    await recordAction(tx, actor, { action: "undo decision", target: decisionId, details: { member: row.member_id } });
    return { decisionId, caseId, isReopened, isRepeated: false, unrestored };
  });

/**
 * Each in its own transaction. Reporters learn if the actor has not looked at their case. A case with newer items stays
 * open for them.
 * @returns the ids of the closed cases and of those left open, and the codes of those that could not be decided
 * @throws AppError not_found, staff_forbidden, reauthentication_required before any case is closed
 */
export async function closeCases(
  ctx: Context,
  actor: Actor,
  cases: readonly { readonly caseId: string; readonly version: number }[],
) {
  for (const { caseId } of cases) await getPermittedCase(ctx.db, actor, caseId);
  assertRecentlyAuthenticated(actor);
  const [closed, left, refused]: [string[], string[], { id: string; code: string }[]] = [[], [], []];
  for (const { caseId, version } of cases) {
    try {
      const isUnexamined = !(await hasLooked(ctx.db, caseId, actorOf(actor)));
      const { isClosed } = await decide(ctx, actor, { caseId, version, acts: [{ act: "no_action" }], isUnexamined });
      (isClosed ? closed : left).push(caseId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id: caseId, code: error.code });
    }
  }
  return { closed, left, refused };
}

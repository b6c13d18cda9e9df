import { isDeepStrictEqual } from "node:util";
import { type ActChoice, waitsFor } from "#contract/moderation/acts.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import type { Context } from "#server/context.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { actorOf, type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { ITEMS_SHOWN, itemsToAnswer } from "#server/domains/moderation/cases/cases.policy.ts";
import {
  type CaseItem,
  findItems,
  findItemsAbout,
  hasLooked,
  sourceIdsOf,
} from "#server/domains/moderation/cases/cases.queries.ts";
import {
  completeItems,
  getCase,
  getPermittedCase,
  lockCaseAt,
} from "#server/domains/moderation/cases/cases.service.ts";
import { insertCaseEvent } from "#server/domains/moderation/cases/cases.statements.ts";
import { resolutionOf } from "#server/domains/moderation/decisions/acts/registry.ts";
import { makeDecision } from "#server/domains/moderation/decisions/decision-making.service.ts";
import {
  assertAsked,
  assertComplete,
  assertNamesNobody,
  assertSettlesPicture,
  type DecisionText,
  type Sources,
} from "#server/domains/moderation/decisions/decisions.policy.ts";
import { type DecisionRow, findActs, findDecisionOf } from "#server/domains/moderation/decisions/decisions.queries.ts";
import { composeStatementFor } from "#server/domains/moderation/decisions/statements.service.ts";
import { findSenderNames } from "#server/domains/moderation/notices/notices.queries.ts";
import { settleNotices } from "#server/domains/moderation/notices/notices.service.ts";
import { findUpheld, splitObjections } from "#server/domains/moderation/objections/objections.queries.ts";
import { isObjectionForColleague } from "#server/domains/moderation/objections/objections.service.ts";
import { findReporters } from "#server/domains/moderation/reports/reports.queries.ts";
import { decideReports } from "#server/domains/moderation/reports/reports.service.ts";
import { type Actor, assertMayDo, assertRecentlyAuthenticated } from "#server/domains/moderation/staff/actor.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Email } from "#server/platform/email/email-layout.ts";

interface DecideInput {
  readonly caseId: string;
  /** The version of the case that the actor has seen. */
  readonly version: number;
  readonly acts: readonly ActChoice[];
  readonly facts?: string;
  readonly rule?: RuleKey;
  readonly words?: string;
  /** Ids of the reports and notices that were so. */
  readonly upheld?: readonly string[];
  /** One of many that are closed at once. */
  readonly isBulk?: boolean;
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
  const upheld = [...new Set(input.upheld)].toSorted();
  const isSame =
    earlier.decided_by === actorOf(by) &&
    earlier.undone_at === null &&
    isDeepStrictEqual(
      [acts, earlier.facts, earlier.rule, earlier.words, await findUpheld(tx, earlier.id)],
      [[...input.acts], input.facts, input.rule, input.words, upheld],
    );
  if (!isSame) throw new AppError("case_changed");
  return earlier;
}

export async function findSources(tx: Tx, memberId: string): Promise<Sources> {
  const items = await findItemsAbout(tx, memberId);
  const reporters = await findReporters(tx, sourceIdsOf(items, "report"));
  return {
    usernames: reporters.flatMap(({ username }) => username ?? []),
    names: await findSenderNames(tx, sourceIdsOf(items, "notice")),
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

/** @returns the member @throws AppError not_found, staff_forbidden, contact_case */
async function getDecidableMember(tx: Tx, actor: Actor, { caseId, acts }: DecideInput): Promise<string> {
  const { kind, member_id: memberId } = await getPermittedCase(tx, actor, caseId);
  if (kind === "contact" || memberId === null) throw new AppError("contact_case");
  assertMayDo(
    actor,
    acts.map(({ act }) => act),
  );
  return memberId;
}

/** Whether a colleague of the actor decides an item, or nobody does who closes many cases at once. */
async function isForOthers(ctx: Context, tx: Tx, actor: Actor, { kind, sourceId }: CaseItem, input: DecideInput) {
  if (kind !== "objection") return OWN_KINDS.includes(kind);
  return input.isBulk === true || isObjectionForColleague(ctx, tx, actorOf(actor), sourceId);
}

interface Covered {
  readonly items: readonly CaseItem[];
  /** Reports and notices beyond those that a case shows. They are closed without a closer look, if nothing is done at all. */
  readonly unseen: ReadonlySet<string>;
}

/**
 * The open items that a decision covers: those of the version that the person has seen. Appeals and selfies are decided on
 * their own, and an objection to an own decision by a colleague.
 */
async function findCovered(ctx: Context, tx: Tx, actor: Actor, seen: readonly CaseItem[], input: DecideInput) {
  const again = await splitObjections(tx, sourceIdsOf(seen, "objection"));
  const beyond = (wanted: "report" | "notice", ids: readonly string[]) =>
    itemsToAnswer(seen, wanted, ids).slice(ITEMS_SHOWN);
  const hidden = [...beyond("report", again.reports), ...beyond("notice", again.notices)];
  const unseen = new Set(hidden.map(({ sourceId }) => sourceId));
  const isClosed = input.acts.every(({ act }) => act === "no_action");
  const items: CaseItem[] = [];
  for (const item of seen) {
    if (await isForOthers(ctx, tx, actor, item, input)) continue;
    if (isClosed || !unseen.has(item.sourceId)) items.push(item);
  }
  return { items, unseen } satisfies Covered;
}

const isOnlyRefund = ({ acts }: DecideInput): boolean => acts.every(({ act }) => act === "refund_crushes");

interface AnsweredItems extends Pick<Covered, "unseen"> {
  readonly reports: readonly string[];
  readonly notices: readonly string[];
}

async function findAnsweredItems(tx: Tx, { items, unseen }: Covered): Promise<AnsweredItems> {
  const again = await splitObjections(tx, sourceIdsOf(items, "objection"));
  return {
    reports: [...sourceIdsOf(items, "report"), ...again.reports],
    notices: [...sourceIdsOf(items, "notice"), ...again.notices],
    unseen,
  };
}

/** The senders of reports and notices get an answer each: whether theirs was so. */
async function answerItems(ctx: Context, tx: Tx, { reports, notices, unseen }: AnsweredItems, input: DecideInput) {
  const resolution = resolutionOf(input.acts);
  const upheld = new Set(input.upheld);
  const isRight = (id: string) => upheld.has(id);
  const isWrong = (id: string) => !upheld.has(id);
  await decideReports(ctx, tx, reports.filter(isRight), resolution === "none" ? "noted" : resolution);
  const isUnexamined = (id: string) => isWrong(id) && (input.isUnexamined === true || unseen.has(id));
  const isUnfounded = (id: string) => isWrong(id) && !isUnexamined(id);
  await decideReports(ctx, tx, reports.filter(isUnexamined), "none", "unexamined");
  await decideReports(ctx, tx, reports.filter(isUnfounded), "none", isOnlyRefund(input) ? "refunded" : null);
  await settleNotices(ctx, tx, notices.filter(isRight), resolution === "none" ? "noted" : "acted_on");
  await settleNotices(ctx, tx, notices.filter(isUnexamined), "unexamined");
  await settleNotices(ctx, tx, notices.filter(isUnfounded), "unfounded");
}

/** @throws AppError invalid */
function assertInCase({ reports, notices }: AnsweredItems, { upheld = [] }: DecideInput): void {
  if (upheld.some((id) => !reports.includes(id) && !notices.includes(id)))
    throw AppError.field("invalid", "upheld", "Something that was marked is not in the case any more.");
}

type GivenDecision = DecideInput & DecisionText;

function withDefaults(given: DecideInput): GivenDecision {
  const { facts = "", rule = "guidelines", words = "" } = given;
  return { ...given, facts: facts.trim(), rule, words: words.trim() };
}

/** Makes the decision, without answering what it covers. Needs the lock of the member whom the case is about. */
async function makeLocked(ctx: Context, tx: Tx, actor: Actor, memberId: string, input: GivenDecision) {
  const { caseId, version, acts, facts, words } = input;
  const row = await lockCaseAt(ctx, tx, caseId, actor, version);
  if (row.kind === "picture") assertSettlesPicture(acts);
  const seen = (await findItems(tx, caseId)).filter((item) => item.doneAt === null && item.version <= version);
  assertWaitsForNothing(acts, seen);
  assertAsked(acts, input);
  assertNamesNobody({ facts, words }, await findSources(tx, memberId));
  const covered = await findCovered(ctx, tx, actor, seen, input);
  const answered = await findAnsweredItems(tx, covered);
  assertInCase(answered, input);
  const refunded = isOnlyRefund(input)
    ? answered.reports
    : answered.reports.filter((id) => (input.upheld ?? []).includes(id));
  const made = await makeDecision(ctx, tx, actor, {
    ...input,
    memberId,
    case: { row, version },
    reporterIds: (await findReporters(tx, refunded)).map(({ id }) => id),
  });
  if (!made) throw new Error("a decision of a case was not stored");
  return { decision: made.decision, items: covered.items, answered };
}

/** Does what `decide` does. Needs the lock of the member whom the case is about. */
async function decideLocked(ctx: Context, tx: Tx, actor: Actor, memberId: string, input: GivenDecision) {
  const { caseId, acts, rule } = input;
  const { decision, items, answered } = await makeLocked(ctx, tx, actor, memberId, input);
  await answerItems(ctx, tx, answered, input);
  const names = acts.map(({ act }) => act).join(",");
  await insertCaseEvent(tx, {
    caseId,
    kind: "decided",
    actor: actorOf(actor),
    details: { decision: decision.id, acts: names, rule },
  });
  const isClosed = await completeItems(tx, caseId, items, actorOf(actor));
  await recordAction(tx, actor, { action: "decide case", target: caseId, details: { acts: names, rule } });
  return { decision, isClosed };
}

/**
 * In one transaction, up to the version that the actor has seen. Later items stay open in the case. Of two people who
 * decide one wins. Repeating a decision has no further effect. Its emails wait for `STATEMENT_DELAY_SECONDS`.
 * @throws AppError not_found, staff_forbidden, reauthentication_required, contact_case, case_changed, case_claimed,
 * case_closed, appeal_open, verification_open, invalid
 */
export function decide(ctx: Context, actor: Actor, given: DecideInput): Promise<Decided> {
  const input = withDefaults(given);
  const { caseId, facts, words } = input;
  assertComplete({ facts, words });
  return ctx.transact(async (tx) => {
    // Members are locked before other rows.
    const memberId = await getDecidableMember(tx, actor, input);
    if (input.acts.some(({ act }) => act === "end_account")) assertRecentlyAuthenticated(actor);
    await lockStatus(tx, memberId);
    const repeated = await findRepeated(tx, actor, input);
    if (repeated) {
      const isClosed = (await getCase(tx, caseId)).state === "closed";
      return presentDecided(repeated, { caseId, isRepeated: true, isClosed });
    }
    const { decision, isClosed } = await decideLocked(ctx, tx, actor, memberId, input);
    return presentDecided(decision, { caseId, isRepeated: false, isClosed });
  });
}

/** Rolls a transaction back whose result is all that is wanted. */
class Preview extends Error {
  readonly email: Email | undefined;
  constructor(email: Email | undefined) {
    super("rolled back");
    this.email = email;
  }
}

/** Stands for what is not written yet. */
const UNWRITTEN = "…";

/**
 * The email that a decision would send to the member: it is made and rolled back, so that it cannot differ.
 * @returns undefined if the member gets none
 * @throws as `decide`, but for the passkey and missing texts
 */
export async function previewStatement(ctx: Context, actor: Actor, given: DecideInput): Promise<Email | undefined> {
  const { facts, words, ...input } = withDefaults(given);
  const written = {
    ...input,
    facts: facts || UNWRITTEN,
    words: words || (input.rule === "guidelines" ? UNWRITTEN : ""),
  };
  try {
    await ctx.transact(async (tx) => {
      const memberId = await getDecidableMember(tx, actor, input);
      await lockStatus(tx, memberId);
      const { decision } = await makeLocked(ctx, tx, actor, memberId, written);
      throw new Preview(await composeStatementFor(ctx, tx, decision));
    });
  } catch (error) {
    if (error instanceof Preview) return error.email;
    throw error;
  }
}

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
      const isUnexamined = !(await hasLooked(ctx.db, caseId, actorOf(actor), version));
      const acts = [{ act: "no_action" }] as const;
      const { isClosed } = await decide(ctx, actor, { caseId, version, acts, isBulk: true, isUnexamined });
      (isClosed ? closed : left).push(caseId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id: caseId, code: error.code });
    }
  }
  return { closed, left, refused };
}

import { isDeepStrictEqual } from "node:util";
import { type ActChoice, type RuleKey, waitsFor } from "#contract/moderation/acts.ts";
import type { Context } from "#server/context.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { actorOf, type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
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
  assertNamesNobody,
  assertSettlesPicture,
  type DecisionText,
  type Sources,
} from "#server/domains/moderation/decisions/decisions.policy.ts";
import { type DecisionRow, findActs, findDecisionOf } from "#server/domains/moderation/decisions/decisions.queries.ts";
import { findSenderNames } from "#server/domains/moderation/notices/notices.queries.ts";
import { settleNotices } from "#server/domains/moderation/notices/notices.service.ts";
import { findReporters } from "#server/domains/moderation/reports/reports.queries.ts";
import { decideReports } from "#server/domains/moderation/reports/reports.service.ts";
import { type Actor, assertMayDo, assertRecentlyAuthenticated } from "#server/domains/moderation/staff/actor.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { NeutralOutcome } from "#server/platform/db/schema/admin.ts";

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
  const [reports, notices] = [sourceIdsOf(items, "report"), sourceIdsOf(items, "notice")];
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

/** @returns the member @throws AppError not_found, staff_forbidden, reauthentication_required, contact_case */
async function getDecidableMember(tx: Tx, actor: Actor, { caseId, acts }: DecideInput): Promise<string> {
  const { kind, member_id: memberId } = await getPermittedCase(tx, actor, caseId);
  if (kind === "contact" || memberId === null) throw new AppError("contact_case");
  const names = acts.map(({ act }) => act);
  assertMayDo(actor, names);
  if (names.includes("end_account")) assertRecentlyAuthenticated(actor);
  return memberId;
}

/**
 * In one transaction, up to the version that the actor has seen. Later items stay open in the case. Of two people who
 * decide one wins. Repeating a decision has no further effect.
 * @throws AppError not_found, staff_forbidden, reauthentication_required, contact_case, case_changed, case_claimed,
 * case_closed, appeal_open, verification_open, invalid
 */
export function decide(ctx: Context, actor: Actor, given: DecideInput): Promise<Decided> {
  const { facts = "", rule = "guidelines", words = "" } = given;
  const input = { ...given, facts: facts.trim(), rule, words: words.trim() };
  const { caseId, version, acts } = input;
  return ctx.transact(async (tx) => {
    // Members are locked before other rows.
    const memberId = await getDecidableMember(tx, actor, input);
    await lockStatus(tx, memberId);
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
    const reportIds = sourceIdsOf(open, "report");
    const reporters = await findReporters(tx, reportIds);
    assertNamesNobody({ facts: input.facts, words: input.words }, await findSources(tx, memberId));
    const made = await makeDecision(ctx, tx, actor, {
      ...input,
      memberId,
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

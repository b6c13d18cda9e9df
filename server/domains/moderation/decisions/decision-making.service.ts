import { createHash } from "node:crypto";
import { DAY_MS } from "#contract/durations.ts";
import { type ActChoice, isRestriction, MUTE_DAYS } from "#contract/moderation/acts.ts";
import { FRAUD_RULE } from "#contract/moderation/rules.ts";
import type { Context } from "#server/context.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { unverifyProfile } from "#server/domains/members/profiles/verified-photo.service.ts";
import { actorOf, type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import type { CaseRow } from "#server/domains/moderation/cases/cases.queries.ts";
import type { ActContext } from "#server/domains/moderation/decisions/acts/act.ts";
import { applyAct } from "#server/domains/moderation/decisions/acts/registry.ts";
import {
  appealUntil,
  assertDecidable,
  assertReasoned,
  type DecisionText,
  undoUntil,
} from "#server/domains/moderation/decisions/decisions.policy.ts";
import type { DecisionRow, StoredAct } from "#server/domains/moderation/decisions/decisions.queries.ts";
import { deleteDecision, insertAct, insertDecision } from "#server/domains/moderation/decisions/decisions.repo.ts";
import { isStated } from "#server/domains/moderation/decisions/statements.service.ts";
import { scheduleFraudNotices } from "#server/domains/moderation/notices/fraud-notices.service.ts";
import { appealTokenOf } from "#server/domains/moderation/restrictions/appeal-token.policy.ts";
import {
  insertRestriction,
  type RestrictingAct,
} from "#server/domains/moderation/restrictions/restrictions.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";

export const hashAppealToken = (token: string): Buffer => createHash("sha256").update(token).digest();

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
    undo_until: undoUntil(ctx.now(), acts, rule),
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
  if (isStated(acts.map(({ act }) => act)))
    await ctx.jobs.send(tx, "email-statement", { decisionId: id }, { afterSeconds: ctx.config.statementDelaySeconds });
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

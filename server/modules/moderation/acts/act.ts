import type { ActChoiceOf, ActName, RuleKey, Unrestored } from "#contract/moderation-acts.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { Resolution } from "#server/db/schema/admin.ts";
import type { OperatorAction } from "#server/modules/audit/audit.service.ts";
import type { CaseRow } from "#server/modules/cases/cases.queries.ts";

/** What an act is done with. The member is locked, whatever their status. */
export interface ActContext {
  readonly ctx: Context;
  readonly tx: Tx;
  readonly by: OperatorAction;
  readonly decisionId: string;
  readonly memberId: string;
  /** Undefined for a decision outside of a case. */
  readonly case: CaseRow | undefined;
  /** Of an undo: the case is decided again. Otherwise what was restricted is given back. */
  readonly isReopened: boolean;
  readonly rule: RuleKey;
  /** The operator's words to the member; empty for none. */
  readonly words: string;
  /** The reporters whose reports are decided. */
  readonly reporterIds: readonly string[];
}

/** What an act has changed, as JSON: what its `undo` needs. */
export type ActResult = Readonly<Record<string, unknown>>;

/** One thing that operators can do to a member. */
export interface Act<Name extends ActName, Result extends ActResult = ActResult> {
  readonly name: Name;
  /** How a report counts as resolved. Of several acts the most severe one decides. */
  readonly resolution: Resolution;
  /** @throws AppError if it cannot be done; the decision is rolled back then */
  apply(at: ActContext, choice: ActChoiceOf<Name>): Promise<Result>;
  /** Restores what was before, as far as nobody has changed it since. @returns what is not restored */
  undo(at: ActContext, result: Result, choice: ActChoiceOf<Name>): Promise<Unrestored | undefined>;
  /** A sentence for the member; undefined for what does not concern them. */
  describe(choice: ActChoiceOf<Name>, result: Result): string | undefined;
}

/** Nothing to undo. */
export const nothing = async (): Promise<undefined> => undefined;

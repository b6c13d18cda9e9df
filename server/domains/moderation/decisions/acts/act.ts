import type { ActChoiceOf, ActName, Unrestored } from "#contract/moderation/acts.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import type { Context } from "#server/context.ts";
import type { OperatorAction } from "#server/domains/moderation/audit/audit.service.ts";
import type { CaseRow } from "#server/domains/moderation/cases/cases.queries.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Resolution } from "#server/platform/db/schema/admin.ts";

/** The member is locked, whatever their status. */
export interface ActContext {
  readonly ctx: Context;
  readonly tx: Tx;
  readonly by: OperatorAction;
  readonly decisionId: string;
  readonly memberId: string;
  /** Undefined for a decision outside of a case. */
  readonly case: CaseRow | undefined;
  /** On an undo: the case is decided again. Otherwise what was restricted is given back. */
  readonly isReopened: boolean;
  readonly rule: RuleKey;
  /** The operator's words to the member; empty for none. */
  readonly words: string;
  readonly reporterIds: readonly string[];
}

/** JSON for the act's `undo`. */
export type ActResult = Readonly<Record<string, unknown>>;

export interface Act<Name extends ActName, Result extends ActResult = ActResult> {
  readonly name: Name;
  /** The most severe of several acts decides. */
  readonly resolution: Resolution;
  /** @throws AppError if it cannot be done; the decision is rolled back then */
  apply(at: ActContext, choice: ActChoiceOf<Name>): Promise<Result>;
  /** Restores the state before, unless somebody has changed it since. @returns the parts that are not restored */
  undo(at: ActContext, result: Result, choice: ActChoiceOf<Name>): Promise<Unrestored | undefined>;
  /** A sentence for the member; undefined if the act does not concern them. @param timeZone theirs */
  describe(choice: ActChoiceOf<Name>, result: Result, timeZone: string): string | undefined;
}

export const nothing = async (): Promise<undefined> => undefined;

import { DAY_MS } from "#contract/durations.ts";
import type { ActChoiceOf, ActName } from "#contract/moderation/acts.ts";
import { setForgiven } from "#server/domains/accounts/identities/identities.statements.ts";
import { findSuspension, isDeletedMember } from "#server/domains/members/members.queries.ts";
import type { SuspendResult, SuspensionTerms } from "#server/domains/members/members.service.ts";
import type { Act, ActContext } from "#server/domains/moderation/decisions/acts/act.ts";
import { findSuspensionActs, type StoredTerms } from "#server/domains/moderation/decisions/decisions.queries.ts";
import {
  liftInTransaction,
  suspendInTransaction,
} from "#server/domains/moderation/restrictions/suspensions.service.ts";
import { AppError } from "#server/errors.ts";
import { formatTimeIn } from "#server/platform/email/email-layout.ts";

type Terms = StoredTerms;

export type Suspended = {
  readonly change: SuspendResult["change"];
  readonly terms: Terms;
  /** Null if the member was not suspended before. */
  readonly was: Terms | null;
  readonly isDeleted: boolean;
};

const toJson = ({ until, memberMessage }: SuspensionTerms): Terms => ({
  until: until?.toISOString() ?? null,
  memberMessage,
});

const isSame = (one: Terms, other: Terms): boolean =>
  one.until === other.until && one.memberMessage === other.memberMessage;

const fromJson = ({ until, memberMessage }: Terms): SuspensionTerms => ({
  until: until === null ? null : new Date(until),
  memberMessage,
});

/** Whether a suspension that was made is the one that stands now. */
export const isInForce = (current: SuspensionTerms | undefined, { terms }: Pick<Suspended, "terms">): boolean =>
  current !== undefined && isSame(toJson(current), terms);

function endOf(until: ActChoiceOf<"suspend">["until"], now: Date): Date | null {
  if (until === null) return null;
  return typeof until === "string" ? new Date(until) : new Date(now.getTime() + until.days * DAY_MS);
}

/** A deleted member is banned: their next account is suspended once it is recognized. */
export async function applySuspension(at: ActContext, until: Date | null): Promise<Suspended> {
  const { ctx, tx, by, memberId, words } = at;
  if (until && until <= ctx.now()) throw AppError.field("invalid", "acts", "The end of the suspension is in the past.");
  const terms = { until, memberMessage: words };
  const { change, was, before } = await suspendInTransaction(ctx, tx, by, memberId, {
    terms,
    ifSuspended: "change",
    isStated: true,
  });
  return { change, terms: toJson(terms), was: was ? toJson(was) : null, isDeleted: before === "deleted" };
}

/**
 * The other decisions that stand still apply: their order and the order of undoing do not matter. A suspension that was
 * lifted, or that is not a decision's, stays as it is.
 */
export async function undoSuspension({ ctx, tx, by, memberId, decisionId }: ActContext): Promise<undefined> {
  const made = await findSuspensionActs(tx, memberId);
  if (!made.some((one) => one.decisionId === decisionId)) return;
  const standing = made.filter(({ isUndone }) => !isUndone);
  const others = standing.filter(({ terms: { until }, ...one }) => {
    const isOver = until !== null && new Date(until) <= ctx.now();
    return one.decisionId !== decisionId && !isOver;
  });
  const next = others.at(-1)?.terms ?? made[0]?.was ?? null;
  const current = await findSuspension(tx, memberId);
  if (!current) {
    // The account was deleted, which keeps a ban.
    if (next === null && (await isDeletedMember(tx, memberId))) await setForgiven(tx, memberId, "suspended");
    return;
  }
  const last = standing.at(-1);
  if (!last || !isInForce(current, last)) return;
  if (next === null) await liftInTransaction(ctx, tx, by, memberId, { isStated: true });
  else
    await suspendInTransaction(ctx, tx, by, memberId, { terms: fromJson(next), ifSuspended: "change", isStated: true });
}

export const isSuspension = (act: ActName): boolean => act === "suspend" || act === "end_account";

export const suspend: Act<"suspend", Suspended> = {
  name: "suspend",
  resolution: "suspended",
  apply: (at, { until }) => applySuspension(at, endOf(until, at.ctx.now())),
  undo: undoSuspension,
  describe: (_choice, { terms: { until } }, timeZone) =>
    until === null
      ? "Your account is suspended. It has no end of its own. You cannot log in, and nobody sees your profile."
      : `Your account is suspended, which ends by itself on ${formatTimeIn(new Date(until), timeZone)}. Until then you cannot log in, and nobody sees your profile.`,
};

import type { ActName, Unrestored } from "#contract/moderation/acts.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import type { Context } from "#server/context.ts";
import type { Addressee } from "#server/domains/accounts/accounts.emails.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import {
  findMembership,
  hasEndedSince,
  type Membership,
} from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { findSuspension } from "#server/domains/members/members.queries.ts";
import { describeAct } from "#server/domains/moderation/decisions/acts/registry.ts";
import { isInForce, isSuspension, type Suspended } from "#server/domains/moderation/decisions/acts/suspend.ts";
import { deletionOf } from "#server/domains/moderation/decisions/decisions.policy.ts";
import {
  type DecisionRow,
  findActs,
  findAppeal,
  findDecision,
  type StoredAct,
} from "#server/domains/moderation/decisions/decisions.queries.ts";
import { markStated } from "#server/domains/moderation/decisions/decisions.repo.ts";
import {
  appealOutcomeEmail,
  appealReceiptEmail,
  type Statement,
  statementEmail,
  undoneEmail,
} from "#server/domains/moderation/decisions/statements.emails.ts";
import { appealTokenOf } from "#server/domains/moderation/restrictions/appeal-token.policy.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { Email } from "#server/platform/email/email-layout.ts";
import type { Job } from "#server/platform/jobs/job.ts";

/** @param timeZone the member's */
export const describeActs = (acts: readonly StoredAct[], timeZone: string): string[] =>
  acts.flatMap(({ choice, result }) => describeAct(choice, result, timeZone) ?? []);

function kindOf(acts: readonly StoredAct[], row: DecisionRow): Statement["kind"] {
  const suspension = acts.find(({ choice }) => isSuspension(choice.act));
  if (suspension?.choice.act === "end_account") return "ended";
  if (suspension) return suspension.result["change"] === "changed" ? "suspension_changed" : "suspended";
  if (row.appeal_until !== null) return "restricted";
  return acts.some(({ choice }) => choice.act === "ask_to_change") ? "asked" : "lifted";
}

const linkOf = (ctx: Context, { id }: DecisionRow): string => `${ctx.site()}/appeal/${appealTokenOf(ctx, id)}`;

/** For a suspended member, who cannot log in to cancel it. Undefined once the suspension is over. */
export async function findStoppedMembership(
  db: Db,
  { member_id: memberId, decided_at: decidedAt }: DecisionRow,
  acts: readonly StoredAct[],
): Promise<Membership | undefined> {
  const isSuspended = acts.some(({ choice }) => isSuspension(choice.act)) && (await findSuspension(db, memberId));
  if (!isSuspended) return undefined;
  const isEnded = acts.some(({ choice }) => choice.act === "end_account");
  const membership = await findMembership(db, memberId);
  // It may have ended by the time that the email leaves. Looked for last, so that one that ends meanwhile is found.
  const hasEnded = isEnded && !membership && (await hasEndedSince(db, memberId, decidedAt));
  return hasEnded ? { state: "ends_now", periodEnd: decidedAt } : membership;
}

/** The member gets no statement. */
const SILENT_ACTS: readonly ActName[] = ["no_action", "show_picture", "refund_crushes"];

export const isStated = (acts: readonly ActName[]): boolean => acts.some((act) => !SILENT_ACTS.includes(act));

/**
 * Without a suspension that is over, or another one, by the time the email is sent. Undefined if the decision is undone,
 * or nothing is left to say.
 */
async function composeStatement(
  ctx: Context,
  db: Db,
  row: DecisionRow,
  { name, timeZone }: Addressee,
): Promise<Email | undefined> {
  if (row.undone_at !== null) return undefined;
  const made = await findActs(db, row.id);
  const isSuspending = ({ choice }: StoredAct) => isSuspension(choice.act);
  const suspension = made.some(isSuspending) ? await findSuspension(db, row.member_id) : undefined;
  const acts = made.filter((act) => !isSuspending(act) || isInForce(suspension, act.result as Suspended));
  if (!isStated(acts.map(({ choice }) => choice.act))) return undefined;
  return statementEmail(name, ctx.site(), {
    timeZone,
    acts: describeActs(acts, timeZone),
    facts: row.facts,
    rule: row.rule as RuleKey,
    words: row.words,
    automated: row.automated,
    kind: kindOf(acts, row),
    deletedAt: suspension?.until === null && acts.some(isSuspending) ? deletionOf(row) : undefined,
    appeal: row.appeal_until === null ? undefined : { url: linkOf(ctx, row), until: row.appeal_until },
    membership: await findStoppedMembership(db, row, acts),
  });
}

/** Before it is sent. Undefined if the member gets none. */
export async function composeStatementFor(ctx: Context, tx: Tx, row: DecisionRow): Promise<Email | undefined> {
  const to = await findEmailRecipient(tx, row.member_id);
  return to && composeStatement(ctx, tx, row, to);
}

async function emailMember(
  ctx: Context,
  { decisionId, id }: { readonly decisionId: string; readonly id: string },
  write: (row: DecisionRow, to: Addressee) => Promise<Email | undefined> | Email | undefined,
): Promise<void> {
  const row = await findDecision(ctx.db, decisionId);
  const to = row && (await findEmailRecipient(ctx.db, row.member_id));
  const email = to && (await write(row, to));
  if (email) await sendAccountEmail(ctx, { to: to.mailbox, cause: "account-status", id }, () => email);
}

export const emailStatementJob: Job<"email-statement", { decisionId: string }> = {
  name: "email-statement",
  handle: (ctx, { decisionId }, id) =>
    emailMember(ctx, { decisionId, id }, async (row, to) => {
      const email = await composeStatement(ctx, ctx.db, row, to);
      // Marked before it is sent: whoever undoes the decision from then on sends another email.
      return email && (await ctx.transact((tx) => markStated(tx, decisionId))) ? email : undefined;
    }),
};

export const emailDecisionUndoneJob: Job<
  "email-decision-undone",
  { decisionId: string; unrestored?: readonly Unrestored[] }
> = {
  name: "email-decision-undone",
  handle: (ctx, { decisionId, unrestored = [] }, id) =>
    emailMember(ctx, { decisionId, id }, async (_row, { name, timeZone }) =>
      undoneEmail(name, ctx.site(), { acts: describeActs(await findActs(ctx.db, decisionId), timeZone), unrestored }),
    ),
};

export const emailAppealReceiptJob: Job<"email-appeal-receipt", { appealId: string }> = {
  name: "email-appeal-receipt",
  async handle(ctx, { appealId }, id) {
    const appeal = await findAppeal(ctx.db, appealId);
    if (appeal)
      await emailMember(ctx, { decisionId: appeal.decision_id, id }, (_row, { name }) =>
        appealReceiptEmail(name, ctx.site()),
      );
  },
};

export const emailAppealOutcomeJob: Job<
  "email-appeal-outcome",
  { appealId: string; unrestored?: readonly Unrestored[] }
> = {
  name: "email-appeal-outcome",
  async handle(ctx, { appealId, unrestored = [] }, id) {
    const appeal = await findAppeal(ctx.db, appealId);
    if (!appeal || appeal.outcome === null) return;
    const { outcome, answer } = appeal;
    await emailMember(ctx, { decisionId: appeal.decision_id, id }, (_row, { name }) =>
      appealOutcomeEmail(name, ctx.site(), { isReversed: outcome === "reversed", answer, unrestored }),
    );
  },
};

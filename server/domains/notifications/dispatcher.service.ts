import type { EventCauseName } from "#contract/notifications/notification-causes.ts";
import type { Context } from "#server/context.ts";
import type { Candidate, Relevance } from "#server/domains/notifications/causes/cause.ts";
import { EVENT_CAUSES } from "#server/domains/notifications/causes/registry.ts";
import { allowsChannel, chooseChannel } from "#server/domains/notifications/notifications.policy.ts";
import { findRecipients, type Recipient } from "#server/domains/notifications/notifications.queries.ts";
import {
  type Decision,
  type PendingNotification,
  updateDecided,
} from "#server/domains/notifications/notifications.repo.ts";
import { claimEmailInterval } from "#server/domains/notifications/preferences/preferences.repo.ts";
import { findQuietEnd } from "#server/domains/notifications/preferences/quiet-hours.policy.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

export interface PushData {
  memberId: string;
  cause: EventCauseName;
  otherId: string | null;
  /** When the cause arose, where no table says it. */
  since?: string;
  /** Messages only: the last sequence of the push. After all those were read, later ones have their own push. */
  upTo?: number;
  /** The one subscription that is still to be reached, where another one took the push. */
  only?: string;
}

export interface EmailNotificationData {
  memberId: string;
  cause: EventCauseName;
  /** Null for a notification about no member. */
  otherIds: readonly (string | null)[];
  /** When the cause arose, where no table says it. */
  since?: string;
  /** Messages only, when the email was dispatched: conversations whose messages all came later have their own. */
  before?: string;
}

/** One query per cause. */
export async function findRelevance(
  db: Db,
  candidates: readonly (Candidate & { readonly cause: EventCauseName })[],
): Promise<(Relevance | undefined)[]> {
  const found = new Map<object, Relevance | undefined>();
  for (const cause of new Set(candidates.map((candidate) => candidate.cause))) {
    const own = candidates.filter((candidate) => candidate.cause === cause);
    const relevances = await EVENT_CAUSES[cause].findRelevance(db, own);
    for (const [i, candidate] of own.entries()) found.set(candidate, relevances[i]);
  }
  return candidates.map((candidate) => found.get(candidate));
}

/** A member who was present at or after the event has seen it in the app. */
export const wasSeen = ({ presentUntil }: Recipient, since: Date, cause: EventCauseName): boolean =>
  !EVENT_CAUSES[cause].isUrgent && presentUntil !== null && presentUntil >= since;

/** The end of the quiet hours that hold a cause; null if none do. */
export const findHold = ({ quietHours }: Recipient, cause: EventCauseName, now: Date): Date | null =>
  EVENT_CAUSES[cause].isUrgent ? null : findQuietEnd(quietHours, now);

interface Case {
  readonly row: PendingNotification;
  readonly recipient: Recipient | undefined;
  readonly relevance: Relevance | undefined;
  /** Null outside of quiet hours. */
  readonly quietEnd: Date | null;
}

/** `wait` is until the end of quiet hours, `keep` until the email is due. */
type Outcome = "push" | "email" | "drop" | "wait" | "keep";

function decide({ row, recipient, relevance, quietEnd }: Case, now: Date): Outcome {
  if (!recipient || !relevance?.since || wasSeen(recipient, relevance.since, row.cause)) return "drop";
  const cause = EVENT_CAUSES[row.cause];
  const channel = chooseChannel(cause, recipient.flags, recipient);
  if (channel !== "push" && channel !== "email") return "drop";
  if (quietEnd) return "wait";
  if (channel === "push") return "push";
  if (row.emailAfter > now && !cause.isUrgent) return "keep";
  return relevance.conversation?.isEmailed || relevance.hasOwnEmail ? "drop" : "email";
}

const isAlsoEmailed = ({ row, recipient }: Case): boolean => {
  const cause = EVENT_CAUSES[row.cause];
  return cause.isUrgent === true && recipient?.hasEmail === true && allowsChannel(cause, "email", recipient.flags);
};

const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** Decided again at the end of quiet hours. */
export function postponed({ pushAfter, emailAfter, ...row }: PendingNotification, end: Date): Decision {
  return {
    ...row,
    state: "pending",
    via: null,
    pushAfter: pushAfter && later(pushAfter, end),
    emailAfter: later(emailAfter, end),
  };
}

function applyOutcome(ctx: Context, { row, relevance, quietEnd }: Case, outcome: Exclude<Outcome, "keep">): Decision {
  if (outcome === "wait") return postponed(row, quietEnd ?? row.emailAfter);
  const { id, pushAfter, emailAfter, handledThrough, emailedThrough } = row;
  const { lastSequence = 0, dueThrough, nextAt } = relevance?.conversation ?? {};
  const base = { id, pushAfter, emailAfter, emailedThrough };
  if (outcome !== "drop") {
    const emailed = outcome === "email" ? { emailedThrough: lastSequence } : {};
    return { ...base, ...emailed, state: "dispatched", via: outcome, handledThrough: lastSequence };
  }
  const dropped = { ...base, via: null, handledThrough: Math.max(handledThrough, dueThrough ?? 0) };
  if (!nextAt) return { ...dropped, state: "dropped" };
  const { pushMs, emailMs } = ctx.notifications.delays;
  const after = (ms: number) => new Date(nextAt.getTime() + ms);
  return { ...dropped, state: "pending", pushAfter: after(pushMs), emailAfter: after(emailMs) };
}

function pushData({ row, relevance }: Case): PushData {
  const { memberId, cause, otherId } = row;
  const upTo = relevance?.conversation?.lastSequence;
  return {
    memberId,
    cause,
    otherId,
    ...(otherId === null && { since: row.createdAt.toISOString() }),
    ...(upTo !== undefined && { upTo }),
  };
}

/** One per member and cause, newest notification first. */
function bundleEmails(cases: readonly Case[]): EmailNotificationData[] {
  const newest = ({ row, relevance }: Case) => (relevance?.conversation?.lastAt ?? row.createdAt).getTime();
  const bundles = Map.groupBy(cases, ({ row }) => `${row.memberId} ${row.cause}`);
  return [...bundles.values()].flatMap((bundle) => {
    const sorted = bundle.toSorted((a, b) => newest(b) - newest(a));
    const [first] = sorted;
    if (!first) return [];
    const { memberId, cause, createdAt } = first.row;
    const checkedAt = first.relevance?.conversation?.checkedAt;
    return {
      memberId,
      cause,
      otherIds: sorted.map(({ row }) => row.otherId),
      ...(first.row.otherId === null && { since: createdAt.toISOString() }),
      ...(checkedAt && { before: checkedAt.toISOString() }),
    };
  });
}

/** Not if the last email is within the cause's minimum interval. @returns whether the email of a member was claimed */
export async function claimIntervals(
  ctx: Context,
  tx: Tx,
  cause: EventCauseName,
  memberIds: readonly string[],
): Promise<(memberId: string) => boolean> {
  const interval = EVENT_CAUSES[cause].emailInterval;
  if (!interval || memberIds.length === 0) return () => true;
  const now = ctx.now();
  const last = new Date(now.getTime() - interval.ms);
  const claimed = await claimEmailInterval(tx, interval.column, memberIds, now, last);
  return (memberId) => claimed.has(memberId);
}

/**
 * Needs the notifications' locks.
 * @param ignoresAge whether messages are due at once, however new
 * @returns the number of enqueued pushes
 */
export async function dispatch(
  ctx: Context,
  tx: Tx,
  rows: readonly PendingNotification[],
  ignoresAge = false,
): Promise<number> {
  if (rows.length === 0) return 0;
  const now = ctx.now();
  const recipients = await findRecipients(tx, rows);
  const { pushMs, emailMs } = ctx.notifications.delays;
  const candidates = rows.map((row, i) => {
    const wait = recipients[i]?.hasPush ? pushMs : emailMs;
    const dueBefore = ignoresAge ? {} : { dueBefore: new Date(now.getTime() - wait) };
    return { ...row, since: row.createdAt, ...dueBefore };
  });
  const relevances = await findRelevance(tx, candidates);
  const cases = rows.map((row, i): Case => {
    const recipient = recipients[i];
    const quietEnd = recipient ? findHold(recipient, row.cause, now) : null;
    return { row, recipient, relevance: relevances[i], quietEnd };
  });
  const outcomes = new Map(cases.map((one) => [one, decide(one, now)]));
  for (const cause of new Set(rows.map((row) => row.cause))) {
    const emails = cases.filter((one) => one.row.cause === cause && outcomes.get(one) === "email");
    const memberIds = emails.map(({ row }) => row.memberId);
    const mayEmail = await claimIntervals(ctx, tx, cause, memberIds);
    for (const one of emails) if (!mayEmail(one.row.memberId)) outcomes.set(one, "drop");
  }
  const having = (outcome: Outcome) => cases.filter((one) => outcomes.get(one) === outcome);
  await updateDecided(
    tx,
    (["push", "email", "drop", "wait"] as const).flatMap((outcome) =>
      having(outcome).map((one) => applyOutcome(ctx, one, outcome)),
    ),
  );
  const pushes = having("push").map(pushData);
  if (pushes.length > 0) await ctx.jobs.sendAll(tx, "push-send", pushes);
  const emails = bundleEmails([...having("email"), ...having("push").filter(isAlsoEmailed)]);
  if (emails.length > 0) await ctx.jobs.sendAll(tx, "email-notification", emails);
  return pushes.length;
}

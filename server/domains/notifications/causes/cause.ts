import { type RawBuilder, sql } from "kysely";
import { formatList } from "#contract/format.ts";
import type { CauseName, EventCauseName } from "#contract/notifications/notification-causes.ts";
import { counted } from "#contract/words.ts";
import type { ChannelRules } from "#server/domains/notifications/notifications.policy.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Email } from "#server/platform/email/email-layout.ts";

/** The recipient of a notification, and the other member it is about. */
export interface Subject {
  readonly memberId: string;
  /** Null if the cause is about no other member. */
  readonly otherId: string | null;
  /** Only some causes reach a member who hides their profile. */
  readonly cause?: CauseName;
}

export interface Candidate extends Subject {
  /** When the cause arose, for causes that no other table dates. */
  readonly since?: Date | undefined;
  /** Conversations only: the sequence up to which messages were pushed, emailed or dropped. */
  readonly handledThrough?: number;
  /** Conversations only: the last sequence that an email was about. */
  readonly emailedThrough?: number;
  /** Conversations only: later messages are not due yet. */
  readonly dueBefore?: Date;
}

export interface Relevance {
  /** When the cause arose: a member who was present since then has seen it. Null if nothing is due yet. */
  readonly since: Date | null;
  readonly balance?: number;
  readonly hasOwnEmail?: boolean;
  readonly conversation?: ConversationRelevance;
}

export interface ConversationRelevance {
  readonly unread: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly dueThrough: number | null;
  /** The time of the first message that is not due yet. */
  readonly nextAt: Date | null;
  /** An email was about this conversation, and was not answered by reading it. */
  readonly isEmailed: boolean;
  /** The database's clock, after the messages were read. */
  readonly checkedAt: Date;
}

export interface EmailItem {
  readonly id: string;
  readonly username: string;
  readonly unread: number;
  readonly balance: number;
}

export type EmailWords = Omit<Email, "reason" | "unsubscribeUrl" | "button"> & {
  readonly label: string;
  readonly path: string;
};

export interface EventCause extends ChannelRules {
  readonly name: EventCauseName;
  /** Goes by push and by email at once. Quiet hours do not hold it, and presence does not cancel it. */
  readonly isUrgent?: boolean;
  /** Undefined for a candidate that is no longer relevant. Reads in one query. */
  findRelevance(db: Db, candidates: readonly Candidate[]): Promise<readonly (Relevance | undefined)[]>;
  readonly push: {
    readonly urgency: "normal" | "low" | "high";
    path(otherId: string | null): string;
  };
  /** The minimum time between two emails, per member. */
  readonly emailInterval?: { readonly ms: number; readonly column: "low_balance_emailed_at" };
  /** One email for all subjects that are due for a member. */
  email(items: readonly [EmailItem, ...EmailItem[]]): EmailWords;
}

/**
 * @param lateral yields `since`, and the other fields of `Relevance`, for `candidate (member_id, other_id, arose_at)`
 */
export async function findRelevanceBy(db: Db, candidates: readonly Candidate[], lateral: RawBuilder<unknown>) {
  const { rows } = await sql<Relevance & { nth: number }>`
    select (nth - 1)::int as nth, cause.*
    from unnest(
      ${candidates.map(({ memberId }) => memberId)}::uuid[],
      ${candidates.map(({ otherId }) => otherId)}::uuid[],
      ${candidates.map(({ since }) => since?.toISOString() ?? null)}::timestamptz[]
    ) with ordinality as candidate (member_id, other_id, arose_at, nth)
    cross join lateral (${lateral}) as cause
    where cause.since is not null`.execute(db);
  const found = new Map(rows.map(({ nth, ...relevance }) => [nth, relevance]));
  return candidates.map((_, nth) => found.get(nth));
}

const NAMED_MAX = 3;

/** 'Sam', 'Sam and Kim', 'Sam, Kim, Lee, and 4 others'. */
export function listNames(items: readonly { readonly username: string }[]): string {
  const names = items.map(({ username }) => username);
  const more = names.length - NAMED_MAX;
  if (more <= 0) return formatList(names);
  return formatList([...names.slice(0, NAMED_MAX), counted(more, "other", "others")]);
}

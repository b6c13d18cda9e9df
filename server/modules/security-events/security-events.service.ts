import type { Context } from "#server/context.ts";
import type { Database, Db, Tx } from "#server/db/client.ts";
import { newTimeId } from "#server/lib/ids.ts";
import { type Coalescer, makeCoalescer } from "#server/modules/security-events/coalescing.ts";
import {
  deleteBefore,
  type EventFilter,
  type EventRow,
  findEvents,
  upsertEvent,
} from "#server/modules/security-events/security-events.repo.ts";
import { securityEvents } from "#server/observability/metrics.ts";

/** Days for which events are kept. */
export const SECURITY_EVENT_DAYS = 90;
const DAY_MS = 24 * 3600 * 1000;

export type SecurityEventKind =
  | "register"
  | "login"
  | "logout"
  | "password"
  | "email"
  | "session"
  | "token"
  | "access"
  | "rate_limit"
  | "download"
  | "account"
  | "profile"
  | "report"
  | "payment"
  | "role";

/** Something that happened and that matters for security. It holds no address, name or text: hashes and fixed words only. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** A fixed word in snake_case, such as `succeeded`, `invalid_credentials` or `throttled`. Also a label in `/metrics`. */
  readonly outcome: string;
  /** Whom it is about, where that is known. */
  readonly memberId?: string | undefined;
  /** What somebody who is not logged in tried, such as an e-mail address as it is compared. Stored as a keyed hash. */
  readonly subject?: string | undefined;
  /** Where it came from, as rate limits count it. Stored as a keyed hash. */
  readonly network?: string | undefined;
  /** The device in words, such as `Chrome on Android`. */
  readonly device?: string | undefined;
  /** Numbers and fixed words only. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

const coalescers = new WeakMap<Database, Coalescer>();

/** The coalescer of a process. It lives as long as its connection to the database. */
function coalescerOf({ database, keyedHash }: Context): Coalescer {
  const known = coalescers.get(database) ?? makeCoalescer(keyedHash);
  coalescers.set(database, known);
  return known;
}

/**
 * Counts a security event in `/metrics` and stores it. The same event again within 10 minutes adds to the count of its
 * row, which is exact up to 16 and at least half of the true number above. A process adds at most 1,000 rows with detail
 * in 10 minutes; what comes on top of that is counted in one row for each kind and outcome.
 * @param db the transaction of what happened, as its last statement; `ctx.db` for what was refused, since its transaction
 *   is rolled back
 */
export async function recordSecurityEvent(ctx: Context, db: Db | Tx, event: SecurityEvent): Promise<void> {
  securityEvents.inc({ kind: event.kind, outcome: event.outcome });
  const coalesced = coalescerOf(ctx).coalesce(event, ctx.now());
  if (!coalesced) return;
  const { kind, outcome, memberId, subject, network, device = "", details = {} } = coalesced.event;
  await upsertEvent(db, {
    id: newTimeId(),
    kind,
    outcome,
    member_id: memberId ?? null,
    subject_hash: subject === undefined ? null : ctx.keyedHash("security event subject", subject),
    network_hash: network === undefined ? null : ctx.keyedHash("security event network", network),
    device,
    details: JSON.stringify(details),
    coalesce_key: coalesced.key,
    count: coalesced.add,
  });
}

/** Records an event of a request that is refused. A failure is logged, so that the refusal stays what it is. */
export async function recordRefusal(ctx: Context, event: SecurityEvent): Promise<void> {
  try {
    await recordSecurityEvent(ctx, ctx.db, event);
  } catch (error) {
    ctx.log.error({ err: error, kind: event.kind, outcome: event.outcome }, "security event not stored");
  }
}

/** The security events that a filter selects, newest first. */
export const listSecurityEvents = (db: Db, filter: EventFilter): Promise<EventRow[]> => findEvents(db, filter);

/** The latest security events of a member, newest first. */
export const securityEventsOf = (db: Db, memberId: string, limit: number): Promise<EventRow[]> =>
  findEvents(db, { memberId, limit });

/** Deletes events that are older than 90 days. For the hourly sweep. */
export const sweepSecurityEvents = (ctx: Context, tx: Tx): Promise<void> =>
  deleteBefore(tx, new Date(ctx.now().getTime() - SECURITY_EVENT_DAYS * DAY_MS));

export type { EventFilter, EventRow };

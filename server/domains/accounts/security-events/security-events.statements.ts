import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { createCoalescer } from "#server/domains/accounts/security-events/coalescer.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { NewSecurityEvent } from "#server/platform/db/schema/limits.ts";
import { firstTimeId, newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { securityEvents } from "#server/platform/observability/metrics.ts";

/** Days for which events are kept. */
export const SECURITY_EVENT_DAYS = 90;

export type SecurityEventKind =
  | "register"
  | "login"
  | "logout"
  | "password"
  | "email"
  | "session"
  | "factor"
  | "token"
  | "access"
  | "rate_limit"
  | "download"
  | "account"
  | "profile"
  | "report"
  | "payment"
  | "role";

/** Holds no address, name or text, only hashes and fixed words. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** A fixed word in snake_case, such as `succeeded`, `invalid_credentials` or `throttled`. Also a label in `/metrics`. */
  readonly outcome: string;
  readonly memberId?: string | undefined;
  /** The subject of an anonymous attempt, such as a normalized email address. Stored as a keyed hash. */
  readonly subject?: string | undefined;
  /** The client's network, as rate limits count it. Stored as a keyed hash. */
  readonly network?: string | undefined;
  /** Such as `Chrome on Android`. */
  readonly device?: string | undefined;
  readonly details?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

/** Inserts an event, or adds its count to the row with the same `coalesce_key`. */
async function upsertEvent(db: Db, event: NewSecurityEvent): Promise<void> {
  const { details, ...columns } = event;
  await db
    .insertInto("security_events")
    .values({ ...columns, details: sql`${details}::jsonb` })
    .onConflict((conflict) =>
      conflict.column("coalesce_key").doUpdateSet({
        count: sql`security_events.count + excluded.count`,
        last_occurred_at: sql`excluded.last_occurred_at`,
      }),
    )
    .execute();
}

/** Deletes events from before a time. Their ids sort by time, so the primary key finds them. */
async function deleteBefore(tx: Tx, time: Date): Promise<void> {
  await tx.deleteFrom("security_events").where("id", "<", firstTimeId(time)).execute();
}

const coalescerOf = ({ keyedHash }: Context) => createCoalescer(keyedHash);

/**
 * The same event within 10 minutes adds to the count of its row, which is exact up to 16, and at least half of the true
 * number above that. A process adds at most 1,000 detailed rows in 10 minutes; further events are counted in one row
 * per kind and outcome.
 * @param db the transaction of the event, as its last statement; `ctx.db` for an error, whose transaction is rolled
 * back
 */
export async function recordSecurityEvent(ctx: Context, db: Db | Tx, event: SecurityEvent): Promise<void> {
  securityEvents.inc({ kind: event.kind, outcome: event.outcome });
  const coalesced = ctx.singleton(coalescerOf).coalesce(event, ctx.now());
  if (!coalesced) return;
  const { kind, outcome, memberId, subject, network, device = "", details = {} } = coalesced.event;
  await upsertEvent(db, {
    id: newTimeOrderedId(),
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

/** Its own failure is only logged, so that the original error is kept. */
export async function recordRefusal(ctx: Context, event: SecurityEvent): Promise<void> {
  try {
    await recordSecurityEvent(ctx, ctx.db, event);
  } catch (error) {
    ctx.log.error({ err: error, kind: event.kind, outcome: event.outcome }, "security events: event not stored");
  }
}

export const purgeOldSecurityEvents = (ctx: Context, tx: Tx): Promise<void> =>
  deleteBefore(tx, new Date(ctx.now().getTime() - SECURITY_EVENT_DAYS * DAY_MS));

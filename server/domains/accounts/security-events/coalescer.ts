import { MINUTE_MS } from "#contract/durations.ts";
import type { SecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import type { KeyedHash } from "#server/platform/lib/keyed-hash.ts";

/** Repeats of an event within a window share a row. Windows start on the hour and every 10 minutes. */
const WINDOW_MS = 10 * MINUTE_MS;
/**
 * The maximum of new rows per process and window. Anonymous events have their own rows, so that a flood of them does
 * not hide members' events. Above a limit an event is counted in a row with less detail.
 */
const LIMITS = { anonymous: 200, ofOneNetwork: 20, byMembers: 800, ofOneMember: 30 };
/** Up to this count each repeat is written; above it, only when the count has doubled. */
const EXACT_COUNT = 16;

export interface Coalesced {
  readonly event: SecurityEvent;
  readonly key: Buffer;
  readonly add: number;
}

export interface Coalescer {
  /** @returns undefined if the repeat is only counted in memory for now */
  coalesce(event: SecurityEvent, now: Date): Coalesced | undefined;
}

interface Row {
  seen: number;
  written: number;
}

interface Window {
  readonly number: number;
  readonly rows: Map<string, Row>;
  /** New rows by member, network or pool. */
  readonly added: Map<string, number>;
}

const isWrittenAt = (seen: number): boolean => seen <= EXACT_COUNT || Number.isInteger(Math.log2(seen));

const isAnonymous = ({ memberId, subject }: SecurityEvent): boolean => memberId === undefined || subject !== undefined;

/** The last version names no source, so there are few of them. */
function detailLevels(event: SecurityEvent): readonly SecurityEvent[] {
  const { kind, outcome, memberId, network } = event;
  const source = isAnonymous(event) ? { network } : { memberId };
  return [event, { kind, outcome, ...source }, { kind, outcome }];
}

export function createCoalescer(keyedHash: KeyedHash): Coalescer {
  let window: Window = { number: 0, rows: new Map(), added: new Map() };

  const keyOf = (event: SecurityEvent): Buffer => {
    const { kind, outcome, memberId = "", subject = "", network = "", device = "", details = {} } = event;
    const parts = [kind, outcome, memberId, subject, network, device, JSON.stringify(details)];
    return keyedHash("security event", String(window.number), ...parts);
  };

  const hasRoom = (source: string, limit: number) => (window.added.get(source) ?? 0) < limit;
  const add = (source: string) => window.added.set(source, (window.added.get(source) ?? 0) + 1);

  /** Reserves a new row, if the limits allow one. */
  const reserveRow = (event: SecurityEvent, detail: number): boolean => {
    const [pool, poolMax, source, sourceMax] = isAnonymous(event)
      ? ["anonymous", LIMITS.anonymous, `network ${event.network}`, LIMITS.ofOneNetwork]
      : ["members", LIMITS.byMembers, `member ${event.memberId}`, LIMITS.ofOneMember];
    if (!hasRoom(pool, poolMax) || (detail === 0 && !hasRoom(source, sourceMax))) return false;
    add(pool);
    add(source);
    return true;
  };

  return {
    coalesce(event, now) {
      const number = Math.floor(now.getTime() / WINDOW_MS);
      if (number !== window.number) window = { number, rows: new Map(), added: new Map() };
      const versions = detailLevels(event);
      for (const [detail, version] of versions.entries()) {
        const key = keyOf(version);
        const name = key.toString("base64");
        const isLast = detail === versions.length - 1;
        const known = window.rows.get(name);
        if (!known && !isLast && !reserveRow(version, detail)) continue;
        const row = known ?? { seen: 0, written: 0 };
        window.rows.set(name, row);
        row.seen++;
        if (!isWrittenAt(row.seen)) return undefined;
        const times = row.seen - row.written;
        row.written = row.seen;
        return { event: version, key, add: times };
      }
      return undefined;
    },
  };
}

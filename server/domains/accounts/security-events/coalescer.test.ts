import { describe, expect, test } from "vitest";
import { createCoalescer } from "#server/domains/accounts/security-events/coalescer.ts";
import type { SecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { createKeyedHash } from "#server/platform/lib/keyed-hash.ts";

const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
const NOON = new Date("2026-11-22T12:00:00Z");

const failed = (change: Partial<SecurityEvent> = {}): SecurityEvent => ({
  kind: "login",
  outcome: "invalid_credentials",
  subject: "maya@example.com",
  network: "203.0.113.7",
  ...change,
});

/** @returns the number of rows, how often one was written, and the count of each outcome */
function flood(events: Iterable<SecurityEvent>, at: (nth: number) => Date = () => NOON) {
  const { coalesce } = createCoalescer(keyedHash);
  const rows = new Map<string, number>();
  let writes = 0;
  let nth = 0;
  for (const event of events) {
    const written = coalesce(event, at(nth++));
    if (!written) continue;
    writes++;
    const key = written.key.toString("hex");
    rows.set(key, (rows.get(key) ?? 0) + written.add);
  }
  return { rows: rows.size, writes, counts: [...rows.values()] };
}

function* times(count: number, make: (nth: number) => SecurityEvent): Generator<SecurityEvent> {
  for (let nth = 0; nth < count; nth++) yield make(nth);
}

describe("the same event", () => {
  test("is one row, with an exact count up to 16 and at least half of it above", () => {
    expect(flood(times(16, () => failed()))).toEqual({ rows: 1, writes: 16, counts: [16] });
    expect(flood(times(1000, () => failed()))).toEqual({ rows: 1, writes: 21, counts: [512] });
  });

  test("is another row in the next 10 minutes", () => {
    const minutes = (nth: number) => new Date(NOON.getTime() + nth * 60_000);
    expect(
      flood(
        times(20, () => failed()),
        minutes,
      ).counts,
    ).toEqual([10, 10]);
  });

  test("is another one with another outcome, subject, network, device, member or detail", () => {
    const others: Partial<SecurityEvent>[] = [
      { outcome: "account_suspended" },
      { subject: "sam@example.com" },
      { network: "203.0.113.8" },
      { device: "Chrome on Android" },
      { memberId: "one" },
      { details: { route: "/api/profile" } },
    ];
    expect(flood([failed(), ...others.map(failed)]).rows).toBe(7);
  });
});

describe("a flood", () => {
  test("of one network has 20 rows with detail and one without", () => {
    const { rows, counts } = flood(times(5000, (nth) => failed({ subject: `${nth}@example.com` })));
    expect(rows).toBe(21);
    expect(Math.max(...counts)).toBeGreaterThan(2000);
  });

  test("of many networks has 200 rows with detail and one without", () => {
    const event = (nth: number) => failed({ subject: `${nth}@example.com`, network: `10.0.${nth >> 8}.${nth & 255}` });
    expect(flood(times(5000, event)).rows).toBe(201);
  });

  test("of members has 30 rows of each, and 800 of all", () => {
    const login = (memberId: string, nth: number): SecurityEvent => ({
      kind: "login",
      outcome: "succeeded",
      memberId,
      network: `10.0.${nth >> 8}.${nth & 255}`,
    });
    expect(flood(times(500, (nth) => login("one", nth))).rows).toBe(31);
    expect(flood(times(5000, (nth) => login(`${nth}`, nth))).rows).toBe(801);
  });

  test("of anonymous clients leaves room for members' events", () => {
    const { coalesce } = createCoalescer(keyedHash);
    for (let nth = 0; nth < 5000; nth++) coalesce(failed({ subject: `${nth}`, network: `network ${nth}` }), NOON);
    const event = { kind: "login", outcome: "succeeded", memberId: "one", network: "home" } as const;
    expect(coalesce(event, NOON)?.event).toEqual(event);
  });
});

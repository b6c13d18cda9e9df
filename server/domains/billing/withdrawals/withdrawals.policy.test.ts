import { describe, expect, test } from "vitest";
import {
  computeSettlement,
  hasWithdrawalRight,
  isInPeriod,
  lastDayOf,
  type Purchase,
} from "#server/domains/billing/withdrawals/withdrawals.policy.ts";

const at = (text: string) => new Date(`${text}Z`);

test("buyers in the EEA have the right, and those whose country is unknown", () => {
  for (const country of ["DE", "FR", "GR", "NO", "IS", "LI", "RE", null])
    expect(hasWithdrawalRight(country)).toBe(true);
  for (const country of ["US", "GB", "CH", "CA"]) expect(hasWithdrawalRight(country)).toBe(false);
});

test("the period ends with the 14th day after the purchase, and is kept open three days longer", () => {
  expect(lastDayOf(at("2026-11-01T00:00:00"))).toBe("2026-11-15");
  expect(lastDayOf(at("2026-11-01T23:59:59"))).toBe("2026-11-15");
  expect(lastDayOf(at("2026-12-25T12:00:00"))).toBe("2027-01-08");
  const bought = at("2026-11-01T22:30:00");
  for (const day of ["2026-11-01T22:30:00", "2026-11-15T23:59:59", "2026-11-18T23:59:59"])
    expect(isInPeriod(bought, at(day))).toBe(true);
  expect(isInPeriod(bought, at("2026-11-19T00:00:00"))).toBe(false);
});

describe("the refund", () => {
  const pack: Purchase = {
    kind: "package",
    crushes: 15,
    amount_cents: 999,
    refunded_cents: 0,
    granted_at: at("2026-11-01T12:00:00"),
  };
  const now = at("2026-11-02T12:00:00");

  test("of a package is in proportion to the unspent credits, rounded up, less what was refunded", () => {
    const refund = (unspent: number, refunded_cents = 0) =>
      computeSettlement({ ...pack, refunded_cents }, unspent, now).refundCents;
    expect([refund(15), refund(14), refund(1), refund(0)]).toEqual([999, 933, 67, 0]);
    expect(refund(8, 500)).toBe(499);
    expect(refund(15, 999)).toBe(0);
  });

  const subscription: Purchase = { ...pack, kind: "subscription", crushes: 0, amount_cents: 2999 };

  test("of a subscription is the price less each started day", () => {
    const settledAt = (time: string) => computeSettlement(subscription, 0, at(time));
    expect(settledAt("2026-11-01T12:00:01")).toEqual({ refundCents: 2900, unspent: 0, daysUsed: 1 });
    expect(settledAt("2026-11-02T12:00:00")).toEqual({ refundCents: 2900, unspent: 0, daysUsed: 1 });
    expect(settledAt("2026-11-02T12:00:01")).toEqual({ refundCents: 2800, unspent: 0, daysUsed: 2 });
    expect(settledAt("2026-11-15T23:59:59")).toEqual({ refundCents: 1500, unspent: 0, daysUsed: 15 });
    // Long after the month nothing is left, and nothing is owed.
    expect(settledAt("2026-12-24T12:00:00")).toEqual({ refundCents: 0, unspent: 0, daysUsed: 30 });
    // The clocks of the database and of this process may differ.
    expect(settledAt("2026-11-01T11:59:59").daysUsed).toBe(1);
  });

  test("of a subscription counts the days of the month of the purchase", () => {
    const firstDay = (bought: string) => {
      const granted_at = at(`${bought}T12:00:00`);
      return computeSettlement({ ...subscription, granted_at }, 0, granted_at).refundCents;
    };
    expect(["2027-02-28", "2028-02-29", "2027-04-30", "2027-01-31"].map(firstDay)).toEqual([2892, 2896, 2900, 2903]);
  });

  test("of a subscription never rises, is never negative, and is never more than its part of the price", () => {
    for (const granted_at of ["2027-02-01T00:00:00", "2028-02-29T23:59:59", "2027-12-31T18:30:00"].map(at)) {
      for (const amount_cents of [1, 2, 27, 28, 99, 2999, 100_003]) {
        let before = amount_cents;
        for (let hour = 0; hour <= 45 * 24; hour += 5) {
          const now = new Date(granted_at.getTime() + hour * 3_600_000);
          const { refundCents, daysUsed } = computeSettlement({ ...subscription, granted_at, amount_cents }, 0, now);
          const daysInMonth = new Date(granted_at.getUTCFullYear(), granted_at.getUTCMonth() + 1, 0).getDate();
          expect(Number.isInteger(refundCents)).toBe(true);
          expect(refundCents).toBeGreaterThanOrEqual(0);
          expect(refundCents).toBeLessThanOrEqual(before);
          // The rounding gives the buyer less than a cent.
          expect(refundCents - amount_cents * (1 - (daysUsed ?? 0) / daysInMonth)).toBeGreaterThan(-1e-6);
          expect(refundCents - amount_cents * (1 - (daysUsed ?? 0) / daysInMonth)).toBeLessThan(1);
          before = refundCents;
        }
        expect(before).toBe(0);
      }
    }
  });

  test("of a package is never negative, and never more than was paid and not refunded", () => {
    for (const amount_cents of [1, 499, 999])
      for (const crushes of [1, 5, 15])
        for (let unspent = 0; unspent <= crushes; unspent++)
          for (const refunded_cents of [0, 1, amount_cents]) {
            const one = { ...pack, amount_cents, crushes, refunded_cents };
            const { refundCents } = computeSettlement(one, unspent, now);
            expect(refundCents).toBeGreaterThanOrEqual(0);
            expect(refundCents).toBeLessThanOrEqual(amount_cents - refunded_cents);
          }
  });
});

import { describe, expect, test } from "vitest";
import {
  computeSettlement,
  hasWithdrawalRight,
  isInPeriod,
  lastDayOf,
  type Purchase,
} from "#server/modules/withdrawals/withdrawals.policy.ts";

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

  test("of a subscription is the price less full days, rounded down", () => {
    const subscription: Purchase = { ...pack, kind: "subscription", crushes: 0, amount_cents: 2999 };
    const settledAt = (time: string) => computeSettlement(subscription, 0, at(time));
    expect(settledAt("2026-11-02T11:59:59")).toEqual({ refundCents: 2999, unspent: 0, daysUsed: 0 });
    expect(settledAt("2026-11-02T12:00:00")).toEqual({ refundCents: 2900, unspent: 0, daysUsed: 1 });
    expect(settledAt("2026-11-15T23:59:59")).toEqual({ refundCents: 1600, unspent: 0, daysUsed: 14 });
    // An operator may record a withdrawal late: nothing is left, and nothing is owed.
    expect(settledAt("2026-12-24T12:00:00").refundCents).toBe(0);
    // The clocks of the database and of this process may differ.
    expect(settledAt("2026-11-01T11:59:59").daysUsed).toBe(0);
  });
});

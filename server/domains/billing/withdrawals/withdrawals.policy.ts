import { DAY_MS } from "#contract/durations.ts";

/** The rules of the right of withdrawal (Directives 2011/83/EU and (EU) 2023/2673). */

/** The EU with its outermost regions, and Iceland, Liechtenstein and Norway. ISO 3166, as Stripe has them. */
const EEA = new Set(
  (
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO " +
    "AX GF GP MF MQ RE YT"
  ).split(" "),
);

/** @param country null if unknown: then the buyer gets the benefit of the doubt */
export const hasWithdrawalRight = (country: string | null): boolean => country === null || EEA.has(country);

/** Calendar days after the day of the purchase, in UTC. */
const PERIOD_DAYS = 14;
/**
 * Days for which a withdrawal is accepted after the period. Local days end later than those in UTC, and a period whose
 * last day is a Saturday or Sunday ends on the next working day (Regulation 1182/71).
 */
const GRACE_DAYS = 3;

const endOfDay = (boughtAt: Date, days: number): Date =>
  new Date(Date.UTC(boughtAt.getUTCFullYear(), boughtAt.getUTCMonth(), boughtAt.getUTCDate() + days + 1));

/** The last day of the period, `YYYY-MM-DD` in UTC. */
export const lastDayOf = (boughtAt: Date): string =>
  new Date(endOfDay(boughtAt, PERIOD_DAYS).getTime() - DAY_MS).toISOString().slice(0, 10);

export const isInPeriod = (boughtAt: Date, now: Date): boolean => now < endOfDay(boughtAt, PERIOD_DAYS + GRACE_DAYS);

export const PERIOD_DAYS_MAX = PERIOD_DAYS + GRACE_DAYS + 1;

export interface Purchase {
  readonly kind: "package" | "subscription";
  readonly crushes: number;
  readonly amount_cents: number;
  readonly refunded_cents: number;
  readonly granted_at: Date;
}

/** Amounts are rounded in the buyer's favor. */
export interface Settlement {
  /** In US cents; 0 if nothing is left to withdraw from. */
  readonly refundCents: number;
  readonly unspent: number;
  readonly daysUsed: number | null;
}

/** The price in proportion to the unspent credits, less earlier refunds. */
const computeForPackage = ({ amount_cents, refunded_cents, crushes }: Purchase, unspent: number): Settlement => ({
  refundCents: Math.min(Math.ceil((amount_cents * unspent) / crushes), amount_cents - refunded_cents),
  unspent,
  daysUsed: null,
});

/**
 * The price less each started day (24 hours), as a part of the month of the purchase. The first day counts from its
 * first minute, so that buying and withdrawing each day is not a membership for nothing.
 */
function computeForSubscription({ amount_cents, refunded_cents, granted_at }: Purchase, now: Date): Settlement {
  const daysInMonth = new Date(Date.UTC(granted_at.getUTCFullYear(), granted_at.getUTCMonth() + 1, 0)).getUTCDate();
  const startedDays = Math.ceil((now.getTime() - granted_at.getTime()) / DAY_MS);
  // The clocks of the database and of this process may differ.
  const daysUsed = Math.min(Math.max(1, startedDays), daysInMonth);
  const usedCents = Math.floor((amount_cents * daysUsed) / daysInMonth);
  return { refundCents: Math.min(amount_cents - usedCents, amount_cents - refunded_cents), unspent: 0, daysUsed };
}

/** @param unspent the unspent credits of a package */
export const computeSettlement = (purchase: Purchase, unspent: number, now: Date): Settlement =>
  purchase.kind === "package" ? computeForPackage(purchase, unspent) : computeForSubscription(purchase, now);

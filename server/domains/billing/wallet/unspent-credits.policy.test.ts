import { expect, test } from "vitest";
import { type BookedEntry, countUnspentCredits } from "#server/domains/billing/wallet/unspent-credits.policy.ts";

const A = "checkout:00000000-0000-4000-8000-00000000000a";
const B = "checkout:00000000-0000-4000-8000-00000000000b";
const entry = (kind: BookedEntry["kind"], change: number, source: string): BookedEntry => ({ kind, change, source });
const sent = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => entry("sent", -1, `crush:${from + i}`));
const left = (...entries: readonly BookedEntry[]) => {
  const unspent = countUnspentCredits(entries);
  return [A, B].map((source) => unspent.get(source.slice("checkout:".length)));
};

const WELCOME = entry("bonus", 5, "signup");
const FIRST = entry("purchased", 15, A);
const SECOND = entry("purchased", 5, B);

test("free credits are spent before purchased ones, and older purchases before newer ones", () => {
  expect(left(WELCOME, FIRST)).toEqual([15, undefined]);
  expect(left(WELCOME, FIRST, ...sent(0, 5))).toEqual([15, undefined]);
  expect(left(WELCOME, FIRST, ...sent(0, 7), SECOND)).toEqual([13, 5]);
  expect(left(WELCOME, FIRST, SECOND, ...sent(0, 21))).toEqual([0, 4]);
});

test("credits that came after a crush did not pay for it", () => {
  expect(left(FIRST, ...sent(0, 10), WELCOME)).toEqual([5, undefined]);
});

test("a crush that is given back fills the purchase that paid for it", () => {
  const crushes = [...sent(0, 6)];
  expect(left(WELCOME, FIRST, ...crushes, entry("refund", 1, "crush:5"))).toEqual([15, undefined]);
  expect(left(WELCOME, FIRST, ...crushes, entry("refund", 1, "crush:0"))).toEqual([14, undefined]);
  expect(left(WELCOME, FIRST, ...crushes, entry("returned", 1, "crush:5"))).toEqual([15, undefined]);
  expect(left(WELCOME, FIRST, ...crushes, entry("returned", 1, "crush:0"))).toEqual([14, undefined]);
});

test("a purchase that is paid back takes its own credits first, and a reversed refund returns them", () => {
  const clawedBack = entry("refund", -10, `${A}:1`);
  expect(left(WELCOME, FIRST, SECOND, clawedBack)).toEqual([5, 5]);
  expect(left(WELCOME, FIRST, SECOND, clawedBack, entry("refund", 10, `${A}:2`))).toEqual([15, 5]);
  expect(left(FIRST, SECOND, ...sent(0, 12), entry("refund", -5, `${A}:1`))).toEqual([0, 3]);
});

test("a withdrawal takes the credits of its purchase", () => {
  expect(left(WELCOME, FIRST, SECOND, entry("withdrawal", -15, A), ...sent(0, 6))).toEqual([0, 4]);
});

test("entries that seem to spend more than there is do not make a purchase negative", () => {
  expect(left(...sent(0, 3), FIRST)).toEqual([15, undefined]);
});

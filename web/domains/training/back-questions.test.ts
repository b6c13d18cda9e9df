import { expect, test } from "vitest";
import type { DateShare } from "#contract/training/trusted-contacts.ts";
import { findBackQuestions } from "#web/domains/training/back-questions.ts";

const ENDED = "2026-11-28T10:00:00.000Z";
const AFTER = Date.parse("2026-11-28T11:05:00.000Z");

const AT_NOON = Date.parse("2026-11-28T12:00:00.000Z");

const share = (changed: Partial<DateShare> = {}): DateShare => ({
  _id: "share",
  messageId: "message",
  userId: "maya",
  contactId: "contact",
  contactName: "Kim",
  isWaiting: false,
  checkBack: true,
  begun: { summary: "Run with maya\nSat, Nov 28, 9:00 AM to 10:00 AM (Denver time)\nThe track", endsAt: ENDED },
  askAt: null,
  tellAt: "2026-11-28T12:00:00.000Z",
  answer: null,
  toldAt: null,
  delaysLeft: 3,
  ...changed,
});

test("asks once per date, with all contacts", () => {
  const shares = [share(), share({ _id: "second", contactName: "Ana" }), share({ _id: "third", messageId: "another" })];
  expect(findBackQuestions(shares, AFTER)).toMatchObject([
    { shareId: "share", title: "Run with maya", waiting: ["Kim", "Ana"], told: [], tellAt: AT_NOON },
    { shareId: "third", waiting: ["Kim"] },
  ]);
});

test("asks about each share on its own once the conversation is gone", () => {
  const shares = [share({ messageId: null }), share({ _id: "second", messageId: null, contactName: "Ana" })];
  expect(findBackQuestions(shares, AFTER).map(({ waiting }) => waiting)).toEqual([["Kim"], ["Ana"]]);
});

test("asks until the member is back, also after a contact was told", () => {
  const told = share({ answer: "tell", toldAt: ENDED, tellAt: null });
  expect(findBackQuestions([told], AFTER)).toMatchObject([
    { waiting: [], told: ["Kim"], tellAt: undefined, canDelay: false },
  ]);
  expect(findBackQuestions([share({ answer: "back" })], AFTER)).toEqual([]);
});

test("asks nothing before the end, or if nobody is to be told", () => {
  expect(findBackQuestions([share(), share({ begun: null })], Date.parse(ENDED) - 1)).toEqual([]);
  expect(findBackQuestions([share({ checkBack: false })], AFTER)).toEqual([]);
});

test("knows from the start when the contact is told, and asks later only once it has asked", () => {
  const early = share({ tellAt: null, askAt: "2026-11-28T11:00:00.000Z" });
  expect(findBackQuestions([early], AFTER)).toMatchObject([{ tellAt: AT_NOON, canDelay: false }]);
  expect(findBackQuestions([share()], AFTER)).toMatchObject([{ tellAt: AT_NOON, canDelay: true }]);
  expect(findBackQuestions([share({ delaysLeft: 0 })], AFTER)).toMatchObject([{ canDelay: false }]);
});

test("waits for the hour that the member has asked for", () => {
  const later = share({ tellAt: null, askAt: "2026-11-28T12:00:00.000Z", delaysLeft: 2 });
  const of = (one: DateShare, now: number) => findBackQuestions([one], now).map(({ isDelayed }) => isDelayed);
  expect(of(later, AFTER)).toEqual([true]);
  expect(of(later, Date.parse("2026-11-28T12:00:00.000Z"))).toEqual([false]);
  expect(of({ ...later, delaysLeft: 3 }, AFTER)).toEqual([false]);
});

test("puts a date first whose contact was told, then the one whose contact is told next", () => {
  const early = share({ _id: "early", messageId: "a" });
  const late = share({ _id: "late", messageId: "b", tellAt: "2026-11-28T13:00:00.000Z" });
  const told = share({ _id: "told", messageId: "c", tellAt: null, toldAt: ENDED });
  const order = findBackQuestions([late, early, told], AFTER).map(({ shareId }) => shareId);
  expect(order).toEqual(["told", "early", "late"]);
});

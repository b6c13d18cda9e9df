import { expect, test } from "vitest";
import type { CrushList } from "#contract/crushes/crush-lists.ts";
import type { CrushCounts, CrushListEntry } from "#contract/crushes/crushes.ts";
import { CRUSH_COUNT_MAX } from "#contract/limits.ts";
import {
  applyCrushReceived,
  applyCrushSent,
  applyMatch,
  applyMessage,
  applyPass,
  applyRelationshipEnded,
  type CrushState,
  hasSentCrush,
  hasUnanswered,
  listEntries,
} from "#web/domains/crushes/crush-lists.ts";
import { buildCrushPages, buildEntry } from "#web/testing/crush-factory.ts";
import { buildMember } from "#web/testing/member-factory.ts";

const [ada, ben, cat] = [buildMember("ada"), buildMember("ben"), buildMember("cat")];
const [adaSent, benSent, catSent] = [buildEntry(ada), buildEntry(ben), buildEntry(cat)];
const [adaMatch, benMatch, catMatch] = [buildEntry(ada, true), buildEntry(ben, true), buildEntry(cat, true)];

type Lists = { readonly [L in CrushList]?: readonly CrushListEntry[] };

/** With lists that are wholly loaded. */
const state = (lists: Lists, counts?: CrushCounts): CrushState => ({
  lists: Object.fromEntries(Object.entries(lists).map(([list, members]) => [list, buildCrushPages([members])])),
  counts,
});
const members = ({ lists }: CrushState) =>
  Object.fromEntries(Object.entries(lists).map(([list, pages]) => [list, listEntries(pages)]));
const counts = (received: number, sent = 0, matches = 0, active = 0): CrushCounts => ({
  received,
  sent,
  matches,
  active,
});

test("prepends a received crush once, and counts it", () => {
  const before = state({ received: [adaSent] }, counts(1));
  const after = applyCrushReceived(before, ben);
  expect(members(after)).toEqual({ received: [benSent, adaSent] });
  expect(after.counts).toEqual(counts(2));
  expect(applyCrushReceived(after, ben)).toBe(after);
});

test("prepends a sent crush once, and counts it", () => {
  const after = applyCrushSent(state({ sent: [adaSent] }, counts(0, 1)), ben);
  expect(members(after)).toEqual({ sent: [benSent, adaSent] });
  expect(after.counts).toEqual(counts(0, 2));
  expect(applyCrushSent(after, ben)).toBe(after);
  expect(hasSentCrush(after, "ben")).toBe(true);
  expect(hasSentCrush(after, "cat")).toBe(false);
});

test("does not list a crush as sent when it answers a received one or a match exists", () => {
  const before = state({ received: [adaSent], sent: [], matches: [catMatch] });
  expect(applyCrushSent(before, ada)).toBe(before);
  expect(applyCrushSent(before, cat)).toBe(before);
  expect(hasSentCrush(before, "cat")).toBe(true);
});

test("moves a sent crush to the matches when it is answered", () => {
  const before = state({ received: [adaSent], sent: [adaSent, benSent], matches: [], unmessaged: [] }, counts(1, 2));
  const after = applyMatch(before, ada);
  expect(members(after)).toEqual({
    received: [adaMatch],
    sent: [benSent],
    matches: [adaMatch],
    unmessaged: [adaMatch],
  });
  expect(after.counts).toEqual(counts(1, 1, 1));
});

// @spec 4.sent-means-sent
test("applies a repeated match event once", () => {
  const once = applyMatch(state({ received: [adaSent, benSent], matches: [catMatch] }, counts(2, 0, 1)), ben);
  expect(members(once)).toEqual({ received: [adaSent, benMatch], matches: [benMatch, catMatch] });
  expect(once.counts).toEqual(counts(2, 0, 2));
  expect(applyMatch(once, ben)).toBe(once);
});

test("moves a match to the top of the active connections when a message arrives", () => {
  const matches = { matches: [adaMatch, benMatch], unmessaged: [adaMatch, benMatch], active: [] };
  const first = applyMessage(state(matches, counts(2, 0, 2)), "ada", true);
  expect(members(first)).toEqual({ ...matches, unmessaged: [benMatch], active: [adaMatch] });
  expect(first.counts).toEqual(counts(2, 0, 2, 1));
  const second = applyMessage(first, "ben", true);
  expect(members(second)["active"]).toEqual([benMatch, adaMatch]);
  expect(applyMessage(second, "ben", false)).toBe(second);
  const third = applyMessage(second, "ada", false);
  expect(members(third)["active"]).toEqual([adaMatch, benMatch]);
  expect(third.counts).toEqual(counts(2, 0, 2, 2));
  expect(applyMessage(second, "stranger", false)).toBe(second);
});

test("removes a crush that was passed on, but no match", () => {
  const before = state({ received: [adaSent, benMatch] }, counts(2, 0, 1));
  const after = applyPass(before, "ada");
  expect([members(after), after.counts]).toEqual([{ received: [benMatch] }, counts(1, 0, 1)]);
  expect(applyPass(before, "ben")).toBe(before);
});

test("removes a member from every page of every list", () => {
  const before: CrushState = {
    lists: { received: buildCrushPages([[benMatch], [adaMatch]]), matches: buildCrushPages([[adaMatch, benMatch]]) },
    counts: counts(2, 0, 2),
  };
  const after = applyRelationshipEnded(before, "ada");
  expect(members(after)).toEqual({ received: [benMatch], matches: [benMatch] });
  expect(after.lists.received?.pages).toHaveLength(2);
  expect(after.counts).toEqual(counts(1, 0, 1));
});

test("drops the counts when a member may be on a page that is not loaded, or more were not counted", () => {
  const first = { received: buildCrushPages([[benSent]], "next") };
  expect(applyPass({ lists: first, counts: counts(2) }, "ada").counts).toBeUndefined();
  const most = counts(CRUSH_COUNT_MAX);
  expect(applyPass({ lists: first, counts: most }, "ben").counts).toBeUndefined();
  expect(applyCrushReceived({ lists: first, counts: most }, cat).counts).toEqual(most);
});

test("shows a member once who has moved to the top meanwhile", () => {
  expect(
    listEntries(
      buildCrushPages([
        [adaMatch, benMatch],
        [catMatch, adaMatch],
      ]),
    ),
  ).toEqual([adaMatch, benMatch, catMatch]);
});

test("knows whether crushes wait for an answer", () => {
  expect([counts(0), counts(2, 0, 2), counts(3, 0, 2)].map(hasUnanswered)).toEqual([false, false, true]);
  expect(hasUnanswered(counts(CRUSH_COUNT_MAX, 0, CRUSH_COUNT_MAX))).toBe(true);
});

test("keeps a sent crush out of what is not loaded", () => {
  expect(applyCrushSent({ lists: {} }, ada)).toEqual({ lists: {} });
  expect(members(applyCrushSent(state({ sent: [catSent] }), ada))).toEqual({ sent: [adaSent, catSent] });
});

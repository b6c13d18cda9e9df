import { expect, test } from "vitest";
import type { CrushLists } from "#contract/crushes/crushes.ts";
import {
  applyCrushReceived,
  applyCrushSent,
  applyMatch,
  applyMessage,
  hasSentCrush,
} from "#web/domains/crushes/crush-lists.ts";
import { buildMember } from "#web/testing/member-factory.ts";

const [ada, ben, cat] = [buildMember("ada"), buildMember("ben"), buildMember("cat")];
const lists = (overrides: Partial<CrushLists>): CrushLists => ({
  crushesReceived: [],
  crushesSent: [],
  matches: [],
  activeConnections: [],
  ...overrides,
});

test("prepends a received crush once", () => {
  const before = lists({ crushesReceived: [ada] });
  const after = applyCrushReceived(before, ben);
  expect(after.crushesReceived).toEqual([ben, ada]);
  expect(applyCrushReceived(after, ben)).toBe(after);
});

test("prepends a sent crush once", () => {
  const after = applyCrushSent(lists({ crushesSent: [ada] }), ben);
  expect(after.crushesSent).toEqual([ben, ada]);
  expect(applyCrushSent(after, ben)).toBe(after);
  expect(hasSentCrush(after, "ben")).toBe(true);
  expect(hasSentCrush(after, "cat")).toBe(false);
});

test("does not list a crush as sent when it answers a received one or a match exists", () => {
  const before = lists({ crushesReceived: [ada], matches: [cat] });
  expect(applyCrushSent(before, ada)).toBe(before);
  expect(applyCrushSent(before, cat)).toBe(before);
  expect(hasSentCrush(before, "cat")).toBe(true);
});

test("moves a sent crush to the matches when it is answered", () => {
  const after = applyMatch(lists({ crushesSent: [ada, ben] }), ada);
  expect(after).toEqual(lists({ crushesReceived: [ada], crushesSent: [ben], matches: [ada] }));
});

// @spec 4.sent-means-sent
test("applies a repeated match event once", () => {
  const once = applyMatch(lists({ crushesReceived: [ada, ben], matches: [cat] }), ben);
  expect(once).toEqual(lists({ crushesReceived: [ada, ben], matches: [ben, cat] }));
  expect(applyMatch(once, ben)).toEqual(once);
});

test("moves a match to the top of the active connections when a message arrives", () => {
  const first = applyMessage(lists({ matches: [ada, ben] }), "ada");
  expect(first.activeConnections).toEqual([ada]);
  const second = applyMessage(first, "ben");
  expect(second.activeConnections).toEqual([ben, ada]);
  expect(applyMessage(second, "ben")).toBe(second);
  expect(applyMessage(second, "ada").activeConnections).toEqual([ada, ben]);
  expect(applyMessage(second, "stranger")).toBe(second);
});

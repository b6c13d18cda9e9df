import { expect, test } from "vitest";
import type { CrushLists } from "#contract/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import {
  applyCrushReceived,
  applyCrushSent,
  applyMatch,
  applyMessage,
  hasSentCrush,
} from "#web/features/crushes/crush-lists.ts";

const member = (_id: string): MemberSummary => ({
  _id,
  username: _id,
  isDemo: false,
  profile: { age: 30, location: "Austin, TX", photos: [] },
});
const [ada, ben, cat] = [member("ada"), member("ben"), member("cat")];
const lists = (given: Partial<CrushLists>): CrushLists => ({
  crushesReceived: [],
  crushesSent: [],
  matches: [],
  activeConnections: [],
  ...given,
});

test("a crush received comes first, and once", () => {
  const before = lists({ crushesReceived: [ada] });
  const after = applyCrushReceived(before, ben);
  expect(after.crushesReceived).toEqual([ben, ada]);
  expect(applyCrushReceived(after, ben)).toBe(after);
});

test("a crush sent comes first, and once", () => {
  const after = applyCrushSent(lists({ crushesSent: [ada] }), ben);
  expect(after.crushesSent).toEqual([ben, ada]);
  expect(applyCrushSent(after, ben)).toBe(after);
  expect(hasSentCrush(after, "ben")).toBe(true);
  expect(hasSentCrush(after, "cat")).toBe(false);
});

test("a crush that answers one is no unanswered crush", () => {
  const before = lists({ crushesReceived: [ada], matches: [cat] });
  expect(applyCrushSent(before, ada)).toBe(before);
  expect(applyCrushSent(before, cat)).toBe(before);
  expect(hasSentCrush(before, "cat")).toBe(true);
});

test("a match of mine that is answered leaves the unanswered ones", () => {
  const after = applyMatch(lists({ crushesSent: [ada, ben] }), ada);
  expect(after).toEqual(lists({ crushesReceived: [ada], crushesSent: [ben], matches: [ada] }));
});

// @spec 4.sent-means-sent
test("a match heard twice is one match", () => {
  const once = applyMatch(lists({ crushesReceived: [ada, ben], matches: [cat] }), ben);
  expect(once).toEqual(lists({ crushesReceived: [ada, ben], matches: [ben, cat] }));
  expect(applyMatch(once, ben)).toEqual(once);
});

test("a message makes a match an active connection, the latest first", () => {
  const first = applyMessage(lists({ matches: [ada, ben] }), "ada");
  expect(first.activeConnections).toEqual([ada]);
  const second = applyMessage(first, "ben");
  expect(second.activeConnections).toEqual([ben, ada]);
  expect(applyMessage(second, "ben")).toBe(second);
  expect(applyMessage(second, "ada").activeConnections).toEqual([ada, ben]);
  expect(applyMessage(second, "stranger")).toBe(second);
});

import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { CrushLists } from "#contract/crushes/crushes.ts";
import { crushesLive } from "#web/domains/crushes/crushes.live.ts";
import { crushListsKey, unseenCrushesKey } from "#web/domains/crushes/crushes.queries.ts";
import { celebrateMatch } from "#web/domains/crushes/match-store.ts";
import { buildMember } from "#web/testing/member-factory.ts";

vi.mock("#web/domains/crushes/match-store.ts", () => ({ celebrateMatch: vi.fn() }));

const [ada, ben] = [buildMember("ada"), buildMember("ben")];
const cache = new QueryClient();
const lists = () => cache.getQueryData<CrushLists>(crushListsKey);

beforeEach(() => {
  cache.clear();
  vi.mocked(celebrateMatch).mockClear();
  cache.setQueryData<CrushLists>(crushListsKey, {
    crushesReceived: [],
    crushesSent: [ada],
    matches: [],
    activeConnections: [],
  });
});

test("adds a received crush to its list", () => {
  crushesLive.crush_received?.({ from: ben }, cache, "me");
  expect(lists()?.crushesReceived).toEqual([ben]);
});

test("lists and celebrates a match, and celebrates it even if the lists are not cached", () => {
  crushesLive.matched?.({ with: ada }, cache, "me");
  expect(lists()?.matches).toEqual([ada]);
  expect(lists()?.crushesSent).toEqual([]);
  cache.clear();
  crushesLive.matched?.({ with: ben }, cache, "me");
  expect(lists()).toBeUndefined();
  expect(vi.mocked(celebrateMatch).mock.calls).toEqual([[ada], [ben]]);
});

test("refetches the lists only for a sent crush that they do not contain", () => {
  const stale = () => cache.getQueryState(crushListsKey)?.isInvalidated;
  crushesLive.crush_sent?.({ userId: "ada" }, cache, "me");
  expect(stale()).toBe(false);
  crushesLive.crush_sent?.({ userId: "ben" }, cache, "me");
  expect(stale()).toBe(true);
});

test("refetches the unseen count after each event and clears it once crushes are seen", () => {
  const stale = () => cache.getQueryState(unseenCrushesKey)?.isInvalidated;
  const triggers = [
    () => crushesLive.crush_received?.({ from: ben }, cache, "me"),
    () => crushesLive.matched?.({ with: ada }, cache, "me"),
    () => crushesLive.onReconnect?.(cache, "me"),
  ];
  for (const trigger of triggers) {
    cache.setQueryData(unseenCrushesKey, 2);
    expect(stale()).toBe(false);
    trigger();
    expect(stale()).toBe(true);
  }
  crushesLive.crushes_seen?.({}, cache, "me");
  expect(cache.getQueryData(unseenCrushesKey)).toBe(0);
});

test("moves a match to the active connections with its first message", () => {
  crushesLive.matched?.({ with: ada }, cache, "me");
  const message = { conversationId: "ada_me", rev: 1 } as Parameters<NonNullable<typeof crushesLive.new_message>>[0];
  crushesLive.new_message?.(message, cache, "me");
  expect(lists()?.activeConnections).toEqual([ada]);
});

test.each(["relationship_ended", "member_deleted"] as const)("removes the member from all lists on %s", (event) => {
  cache.setQueryData<CrushLists>(crushListsKey, {
    crushesReceived: [ada, ben],
    crushesSent: [ada],
    matches: [ben, ada],
    activeConnections: [ada],
  });
  crushesLive[event]?.({ userId: "ada" }, cache, "me");
  expect(lists()).toEqual({ crushesReceived: [ben], crushesSent: [], matches: [ben], activeConnections: [] });
});

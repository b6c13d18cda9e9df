import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { CrushList } from "#contract/crushes/crush-lists.ts";
import type { CrushCounts } from "#contract/crushes/crushes.ts";
import { type CrushPages, listEntries } from "#web/domains/crushes/crush-lists.ts";
import { crushesLive } from "#web/domains/crushes/crushes.live.ts";
import { crushCountsKey, crushListKey, unseenCrushesKey } from "#web/domains/crushes/crushes.queries.ts";
import { celebrateMatch } from "#web/domains/crushes/match-store.ts";
import { buildCrushPages, buildEntry } from "#web/testing/crush-factory.ts";
import { buildMember } from "#web/testing/member-factory.ts";

vi.mock("#web/domains/crushes/match-store.ts", () => ({ celebrateMatch: vi.fn() }));

const [ada, ben] = [buildMember("ada"), buildMember("ben")];
const cache = new QueryClient();
const list = (name: CrushList) => listEntries(cache.getQueryData<CrushPages>(crushListKey(name))).map(({ _id }) => _id);
const counts = () => cache.getQueryData<CrushCounts>(crushCountsKey);
const fill = (lists: { readonly [L in CrushList]?: readonly (typeof ada)[] }) => {
  for (const [name, members] of Object.entries(lists))
    cache.setQueryData(crushListKey(name as CrushList), buildCrushPages([members.map((one) => buildEntry(one))]));
};

beforeEach(() => {
  cache.clear();
  vi.mocked(celebrateMatch).mockClear();
  fill({ received: [], sent: [ada], matches: [], active: [], unmessaged: [] });
  cache.setQueryData<CrushCounts>(crushCountsKey, { received: 0, sent: 1, matches: 0, active: 0 });
});

test("adds a received crush to its list and count, without a request", () => {
  crushesLive.crush_received?.({ from: ben }, cache, "me");
  expect([list("received"), counts()?.received]).toEqual([["ben"], 1]);
  expect(cache.getQueryState(crushListKey("received"))?.isInvalidated).toBe(false);
  expect(cache.getQueryState(crushCountsKey)?.isInvalidated).toBe(false);
});

test("lists and celebrates a match, and celebrates it even if the lists are not cached", () => {
  crushesLive.matched?.({ with: ada }, cache, "me");
  expect([list("matches"), list("unmessaged"), list("sent")]).toEqual([["ada"], ["ada"], []]);
  expect(counts()).toEqual({ received: 0, sent: 0, matches: 1, active: 0 });
  cache.clear();
  crushesLive.matched?.({ with: ben }, cache, "me");
  expect(cache.getQueryData(crushListKey("matches"))).toBeUndefined();
  expect(vi.mocked(celebrateMatch).mock.calls).toEqual([[ada], [ben]]);
});

test("refetches the lists only for a sent crush that they do not contain", () => {
  const stale = () => cache.getQueryState(crushListKey("sent"))?.isInvalidated;
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
  const message = { conversationId: "ada_me", rev: 1, message: { seq: 1 } } as Parameters<
    NonNullable<typeof crushesLive.new_message>
  >[0];
  crushesLive.new_message?.(message, cache, "me");
  expect([list("active"), list("unmessaged"), counts()?.active]).toEqual([["ada"], [], 1]);
});

test.each(["relationship_ended", "member_deleted"] as const)("removes the member from all lists on %s", (event) => {
  fill({ received: [ada, ben], sent: [ada], matches: [ben, ada], active: [ada], unmessaged: [ada, ben] });
  crushesLive[event]?.({ userId: "ada" }, cache, "me");
  const left = (["received", "sent", "matches", "active", "unmessaged"] as const).map(list);
  expect(left).toEqual([["ben"], [], ["ben"], [], ["ben"]]);
});

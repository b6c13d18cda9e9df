import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { sentCrushesKey } from "#web/domains/crushes/sent-crushes.queries.ts";
import { browseLive, pruneUnavailable } from "#web/domains/discovery/browse.live.ts";
import { browseKey } from "#web/domains/discovery/browse-key.ts";
import { dailySetKey, recentPassesKey } from "#web/domains/members/daily-set.queries.ts";
import { call } from "#web/lib/api.ts";

vi.mock("#web/lib/api.ts", () => ({ call: vi.fn() }));

type Unavailable = ResponseOf<Endpoints["POST /api/profile/unavailable"]>;

const unavailable = (change: Partial<Unavailable> = {}): Unavailable => ({
  success: true,
  gone: [],
  crushSent: [],
  matches: [],
  ...change,
});
const cards = { pages: [{ profiles: ["ada", "ben", "cat"].map((id) => ({ id })) }] };
const cache = new QueryClient();
const sent = () => cache.getQueryData(sentCrushesKey);
const flushPromises = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  vi.mocked(call).mockReset();
  vi.mocked(call).mockResolvedValue(unavailable({ crushSent: ["ben", "cat"], matches: ["cat"] }));
});
afterEach(() => cache.clear());

test("removes the cards of members who are no longer discoverable and keeps the order of the others", async () => {
  const pages = (...ids: string[]) => ({ pages: [{ profiles: ids.map((id) => ({ id })) }], pageParams: [] });
  vi.mocked(call).mockResolvedValue(unavailable({ gone: ["ben", "dan"] }));
  cache.setQueryData(browseKey, pages("ada", "ben", "cat", "dan"));
  browseLive.discovery_invalidated?.({}, cache, "me");
  await flushPromises();
  expect(call).toHaveBeenCalledWith(
    "POST /api/profile/unavailable",
    { body: { ids: ["ada", "ben", "cat", "dan"] } },
    expect.any(AbortSignal),
  );
  expect(cache.getQueryData(browseKey)).toEqual(pages("ada", "cat"));
});

test("checks the members of the daily set as well, once each, and fetches the set again if one is gone", async () => {
  vi.mocked(call).mockResolvedValue(unavailable({ gone: ["cat"] }));
  cache.setQueryData(browseKey, { pages: [{ profiles: [{ id: "ada" }, { id: "ben" }] }], pageParams: [] });
  cache.setQueryData(dailySetKey, { profiles: [{ id: "ben" }, { id: "cat" }] });
  browseLive.discovery_invalidated?.({}, cache, "me");
  await flushPromises();
  expect(call).toHaveBeenCalledWith(
    "POST /api/profile/unavailable",
    { body: { ids: ["ada", "ben", "cat"] } },
    expect.any(AbortSignal),
  );
  expect(cache.getQueryState(dailySetKey)?.isInvalidated).toBe(true);
});

test("takes a member out of the set with a pass on any device, until it is undone", async () => {
  const passed = () => cache.getQueryData(recentPassesKey);
  cache.setQueryData(dailySetKey, { profiles: [{ id: "ada" }] });
  browseLive.pass_changed?.({ userId: "ada", isPassed: true }, cache, "me");
  await flushPromises();
  expect([passed(), cache.getQueryState(dailySetKey)?.isInvalidated]).toEqual([["ada"], true]);
  browseLive.pass_changed?.({ userId: "ada", isPassed: false }, cache, "me");
  expect(passed()).toEqual([]);
});

test("runs one availability check at a time and repeats it once for all calls in between", async () => {
  cache.setQueryData(browseKey, { pages: [{ profiles: [{ id: "ada" }] }], pageParams: [] });
  const answers = [Promise.withResolvers<Unavailable>(), Promise.withResolvers<Unavailable>()];
  for (const { promise } of answers) vi.mocked(call).mockReturnValueOnce(promise);
  for (let i = 0; i < 5; i++) browseLive.discovery_invalidated?.({}, cache, "me");
  await flushPromises();
  expect(call).toHaveBeenCalledTimes(1);
  answers[0]?.resolve(unavailable());
  await flushPromises();
  expect(call).toHaveBeenCalledTimes(2);
  answers[1]?.resolve(unavailable());
  await flushPromises();
  expect(call).toHaveBeenCalledTimes(2);
});

test("repeats a failed availability check on the next call", async () => {
  cache.setQueryData(browseKey, { pages: [{ profiles: [{ id: "ada" }] }], pageParams: [] });
  vi.mocked(call).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(pruneUnavailable(cache)).rejects.toThrow("Failed to fetch");
  vi.mocked(call).mockResolvedValue(unavailable({ gone: ["ada"] }));
  await pruneUnavailable(cache);
  expect(call).toHaveBeenCalledTimes(2);
});

test("adds crushes sent from other devices after a reconnect without refetching the cards", async () => {
  cache.setQueryData(browseKey, cards);
  browseLive.crush_sent?.({ userId: "ben" }, cache, "me");
  browseLive.onReconnect?.(cache, "me");
  await flushPromises();
  expect(sent()).toEqual(["ben", "cat"]);
  expect(cache.getQueryData(browseKey)).toBe(cards);
  expect(cache.getQueryState(browseKey)?.isInvalidated).toBe(false);
});

test("requests nothing while no cards are cached", async () => {
  browseLive.onReconnect?.(cache, "me");
  await flushPromises();
  expect(call).not.toHaveBeenCalled();
});

test("leaves the cache unchanged when the request fails", async () => {
  vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
  cache.setQueryData(browseKey, cards);
  browseLive.onReconnect?.(cache, "me");
  await flushPromises();
  expect(sent()).toBeUndefined();
});

test("removes the card of a member when the relationship ends and keeps the order of the others", () => {
  const pages = (...ids: string[]) => ({ pages: [{ profiles: ids.map((id) => ({ id })) }], pageParams: [] });
  cache.setQueryData(browseKey, pages("ada", "ben", "cat"));
  browseLive.relationship_ended?.({ userId: "ben" }, cache, "me");
  expect(cache.getQueryData(browseKey)).toEqual(pages("ada", "cat"));
});

import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findUnavailable } from "#contract/discovery.ts";
import { browseLive, pruneUnavailable } from "#web/features/browse/browse.live.ts";
import { browseKey, sentCrushesKey } from "#web/features/browse/browse.queries.ts";
import { call } from "#web/lib/api.ts";

vi.mock("#web/lib/api.ts", () => ({ call: vi.fn() }));

const named = (...ids: string[]) => ids.map((_id) => ({ _id }));
const cards = { pages: [{ profiles: [] }] };
const cache = new QueryClient();
const sent = () => cache.getQueryData(sentCrushesKey);
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  vi.mocked(call).mockReset();
  vi.mocked(call).mockResolvedValue({
    success: true,
    crushes: { crushesReceived: named("ada"), crushesSent: named("ben"), matches: named("cat"), activeConnections: [] },
  });
});
afterEach(() => cache.clear());

test("whoever is not to be discovered any more loses their card, and the others stay where they are", async () => {
  const pages = (...ids: string[]) => ({ pages: [{ profiles: ids.map((id) => ({ id })) }], pageParams: [] });
  vi.mocked(call).mockResolvedValue({ success: true, gone: ["ben", "dan"] });
  cache.setQueryData(browseKey, pages("ada", "ben", "cat", "dan"));
  browseLive.discovery_invalidated?.({}, cache, "me");
  await settled();
  expect(call).toHaveBeenCalledWith(
    findUnavailable,
    { body: { ids: ["ada", "ben", "cat", "dan"] } },
    expect.any(AbortSignal),
  );
  expect(cache.getQueryData(browseKey)).toEqual(pages("ada", "cat"));
});

test("who has gone is asked once at a time, and once more for all that came meanwhile", async () => {
  cache.setQueryData(browseKey, { pages: [{ profiles: [{ id: "ada" }] }], pageParams: [] });
  const answers = [Promise.withResolvers(), Promise.withResolvers()];
  for (const { promise } of answers) vi.mocked(call).mockReturnValueOnce(promise);
  for (let i = 0; i < 5; i++) browseLive.discovery_invalidated?.({}, cache, "me");
  await settled();
  expect(call).toHaveBeenCalledTimes(1);
  answers[0]?.resolve({ success: true, gone: [] });
  await settled();
  expect(call).toHaveBeenCalledTimes(2);
  answers[1]?.resolve({ success: true, gone: [] });
  await settled();
  expect(call).toHaveBeenCalledTimes(2);
});

test("a question that failed is asked again with the next call", async () => {
  cache.setQueryData(browseKey, { pages: [{ profiles: [{ id: "ada" }] }], pageParams: [] });
  vi.mocked(call).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(pruneUnavailable(cache)).rejects.toThrow("Failed to fetch");
  vi.mocked(call).mockResolvedValue({ success: true, gone: ["ada"] });
  await pruneUnavailable(cache);
  expect(call).toHaveBeenCalledTimes(2);
});

test("crushes sent elsewhere while nobody listened are learned, and the cards stay where they are", async () => {
  cache.setQueryData(browseKey, cards);
  browseLive.crush_sent?.({ userId: "ben" }, cache, "me");
  browseLive.onReconnect?.(cache, "me");
  await settled();
  expect(sent()).toEqual(["ben", "cat"]);
  expect(cache.getQueryData(browseKey)).toBe(cards);
  expect(cache.getQueryState(browseKey)?.isInvalidated).toBe(false);
});

test("lists from before are asked for again", async () => {
  cache.setQueryData(browseKey, cards);
  cache.setQueryData(["crushes"], { crushesReceived: [], crushesSent: [], matches: [], activeConnections: [] });
  browseLive.onReconnect?.(cache, "me");
  await settled();
  expect(sent()).toEqual(["ben", "cat"]);
});

test("without cards nothing is asked for", async () => {
  browseLive.onReconnect?.(cache, "me");
  await settled();
  expect(call).not.toHaveBeenCalled();
});

test("what cannot be learned changes nothing", async () => {
  vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
  cache.setQueryData(browseKey, cards);
  browseLive.onReconnect?.(cache, "me");
  await settled();
  expect(sent()).toBeUndefined();
});

test("whoever contact has ended with has no card, and the others stay where they are", () => {
  const pages = (...ids: string[]) => ({ pages: [{ profiles: ids.map((id) => ({ id })) }], pageParams: [] });
  cache.setQueryData(browseKey, pages("ada", "ben", "cat"));
  browseLive.relationship_ended?.({ userId: "ben" }, cache, "me");
  expect(cache.getQueryData(browseKey)).toEqual(pages("ada", "cat"));
});

import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import {
  buildSnapshot,
  filterFresh,
  isOfflineQuery,
  listThumbnails,
  type OfflineQueries,
} from "#web/pwa/offline-snapshot.ts";

const queries: OfflineQueries = {
  lists: [["people"]],
  conversationKey: ["talk"],
  truncate: (data) => (Array.isArray(data) ? data : { pages: (data as { pages: unknown[] }).pages.slice(0, 1) }),
  allowedMembers: (list) => {
    const people = list(["people"]) as string[] | undefined;
    return people && new Set(people);
  },
};

let cache: QueryClient;
beforeEach(() => {
  cache = new QueryClient();
});
const keysOf = (entries: readonly { queryKey: readonly unknown[] }[]) =>
  entries.map(({ queryKey }) => queryKey.join(" "));

test("stores lists and conversations only", () => {
  expect(isOfflineQuery(["people"], queries)).toBe(true);
  expect(isOfflineQuery(["talk", "a"], queries)).toBe(true);
  expect(isOfflineQuery(["talk"], queries)).toBe(false);
  expect(isOfflineQuery(["people", "history"], queries)).toBe(false);
  expect(isOfflineQuery(["profile"], queries)).toBe(false);
});

test("truncates what has pages and keeps the time of the response", () => {
  cache.setQueryData(["people"], ["a"], { updatedAt: 1 });
  cache.setQueryData(["talk", "a"], { pages: ["new", "old"] }, { updatedAt: 2 });
  cache.setQueryData(["profile"], { email: "mine" });
  expect(buildSnapshot(cache, [], queries)).toEqual([
    { queryKey: ["people"], data: ["a"], updatedAt: 1 },
    { queryKey: ["talk", "a"], data: { pages: ["new"] }, updatedAt: 2 },
  ]);
});

test("keeps stored entries that are not cached, and replaces those that are", () => {
  cache.setQueryData(["talk", "a"], ["today"], { updatedAt: 9 });
  const stored = [
    { queryKey: ["people"], data: ["a", "b"], updatedAt: 1 },
    { queryKey: ["talk", "a"], data: ["yesterday"], updatedAt: 2 },
    { queryKey: ["talk", "b"], data: ["hello"], updatedAt: 3 },
    { queryKey: ["key of an earlier version", "c"], data: ["secret"], updatedAt: 4 },
  ];
  expect(buildSnapshot(cache, stored, queries)).toEqual([
    stored[0],
    { queryKey: ["talk", "a"], data: ["today"], updatedAt: 9 },
    stored[2],
  ]);
});

test("drops conversations of members whose contact ended", () => {
  const stored = [{ queryKey: ["talk", "b"], data: ["hello"], updatedAt: 3 }];
  cache.setQueryData(["people"], ["a"]);
  expect(keysOf(buildSnapshot(cache, stored, queries))).toEqual(["people"]);
});

test("keeps the 30 most recently updated conversations", () => {
  for (let i = 0; i < 40; i++) cache.setQueryData(["talk", String(i)], ["x"], { updatedAt: i + 1 });
  const kept = keysOf(buildSnapshot(cache, [], queries));
  expect(kept).toHaveLength(30);
  expect(kept[0]).toBe("talk 39");
  expect(kept).not.toContain("talk 9");
});

test("drops entries after 7 days", () => {
  const now = Date.UTC(2026, 0, 8);
  const at = (updatedAt: number) => ({ queryKey: ["people"], data: [], updatedAt });
  expect(filterFresh([at(Date.UTC(2026, 0, 1)), at(Date.UTC(2026, 0, 1) + 1)], now)).toEqual([
    at(Date.UTC(2026, 0, 1) + 1),
  ]);
});

test("lists each member's first thumbnail and every attachment's", () => {
  const data = [
    {
      otherUser: {
        profile: {
          photos: [
            { url: "/1", thumbnailUrl: "/1t" },
            { url: "/2", thumbnailUrl: "/2t" },
          ],
        },
      },
    },
    { messages: [{ image: { thumbnailUrl: "/3t" } }, { image: null }] },
  ];
  expect([...listThumbnails(data)]).toEqual(["/1t", "/3t"]);
});

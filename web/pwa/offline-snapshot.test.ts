import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import {
  buildSnapshot,
  filterFresh,
  isOfflineQuery,
  listThumbnails,
  type OfflineQueries,
} from "#web/pwa/offline-snapshot.ts";

const readable: OfflineQueries = {
  lists: [["people"]],
  each: ["talk"],
  shorten: (data) => (data as unknown[]).slice(0, 1),
  members: (list) => {
    const people = list(["people"]) as string[] | undefined;
    return people && new Set(people);
  },
};

let cache: QueryClient;
beforeEach(() => {
  cache = new QueryClient();
});
const keysOf = (seen: readonly { queryKey: readonly unknown[] }[]) => seen.map(({ queryKey }) => queryKey.join(" "));

test("lists and conversations are kept, and nothing else", () => {
  expect(isOfflineQuery(["people"], readable)).toBe(true);
  expect(isOfflineQuery(["talk", "a"], readable)).toBe(true);
  expect(isOfflineQuery(["talk"], readable)).toBe(false);
  expect(isOfflineQuery(["people", "history"], readable)).toBe(false);
  expect(isOfflineQuery(["profile"], readable)).toBe(false);
});

test("a conversation is kept shortened, with the time of its telling", () => {
  cache.setQueryData(["people"], ["a"], { updatedAt: 1 });
  cache.setQueryData(["talk", "a"], ["new", "old"], { updatedAt: 2 });
  cache.setQueryData(["profile"], { email: "mine" });
  expect(buildSnapshot(cache, [], readable)).toEqual([
    { queryKey: ["people"], data: ["a"], updatedAt: 1 },
    { queryKey: ["talk", "a"], data: ["new"], updatedAt: 2 },
  ]);
});

test("what was kept before stays while it is not held, and gives way to what is", () => {
  cache.setQueryData(["talk", "a"], ["today"], { updatedAt: 9 });
  const before = [
    { queryKey: ["people"], data: ["a", "b"], updatedAt: 1 },
    { queryKey: ["talk", "a"], data: ["yesterday"], updatedAt: 2 },
    { queryKey: ["talk", "b"], data: ["hello"], updatedAt: 3 },
  ];
  expect(buildSnapshot(cache, before, readable)).toEqual([
    before[0],
    { queryKey: ["talk", "a"], data: ["today"], updatedAt: 9 },
    before[2],
  ]);
});

test("with whom contact is over, nothing is kept of them", () => {
  const before = [{ queryKey: ["talk", "b"], data: ["hello"], updatedAt: 3 }];
  cache.setQueryData(["people"], ["a"]);
  expect(keysOf(buildSnapshot(cache, before, readable))).toEqual(["people"]);
});

test("of many conversations those told last are kept", () => {
  for (let i = 0; i < 40; i++) cache.setQueryData(["talk", String(i)], ["x"], { updatedAt: i + 1 });
  const kept = keysOf(buildSnapshot(cache, [], readable));
  expect(kept).toHaveLength(30);
  expect(kept[0]).toBe("talk 39");
  expect(kept).not.toContain("talk 9");
});

test("what the server told more than 7 days ago is neither shown nor kept", () => {
  const now = Date.UTC(2026, 0, 8);
  const at = (updatedAt: number) => ({ queryKey: ["people"], data: [], updatedAt });
  expect(filterFresh([at(Date.UTC(2026, 0, 1)), at(Date.UTC(2026, 0, 1) + 1)], now)).toEqual([
    at(Date.UTC(2026, 0, 1) + 1),
  ]);
});

test("of each member the first small picture is found, and each one of a conversation", () => {
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

import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { endingKey, forgetMember, markLeaving } from "#web/features/members/contact.queries.ts";
import { memberKey } from "#web/features/members/member.queries.ts";
import { membersLive } from "#web/features/members/members.live.ts";

test("of whoever contact has ended with nothing is known any more, of others all", () => {
  const cache = new QueryClient();
  for (const id of ["ada", "ben"]) cache.setQueryData(memberKey(id), { user: { _id: id } });
  membersLive.relationship_ended?.({ userId: "ada" }, cache, "me");
  expect(cache.getQueryData(memberKey("ada"))).toBeUndefined();
  expect(cache.getQueryData(memberKey("ben"))).toBeDefined();
});

test.each([
  ["a report", { block: false }, false],
  ["a report without a word of blocking", {}, false],
  ["a report that blocks", { block: true }, true],
  ["a block", "block", true],
])(
  "while %s is on its way, the event that contact has ended is heard unless it is of one's own doing",
  (_, body, own) => {
    const cache = new QueryClient();
    cache.setQueryData(memberKey("ada"), { user: { _id: "ada" } });
    const mutationFn = () => new Promise<never>(() => undefined);
    void cache
      .getMutationCache()
      .build(cache, { mutationKey: endingKey("ada"), mutationFn })
      .execute(body);
    membersLive.relationship_ended?.({ userId: "ada" }, cache, "me");
    expect(cache.getQueryData(memberKey("ada")) !== undefined).toBe(own);
  },
);

test("whoever has been left is forgotten, and not asked for by the screen that is on its way out", () => {
  const cache = new QueryClient();
  const queryFn = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
  cache.setQueryData(memberKey("ada"), { user: { _id: "ada" } });
  const screen = new QueryObserver(cache, { queryKey: memberKey("ada"), queryFn, staleTime: Number.POSITIVE_INFINITY });
  const leave = screen.subscribe(() => undefined);
  markLeaving("ada");
  membersLive.relationship_ended?.({ userId: "ada" }, cache, "me");
  expect(cache.getQueryData(memberKey("ada"))).toBeDefined();
  forgetMember(cache, "ada");
  membersLive.relationship_ended?.({ userId: "ada" }, cache, "me");
  expect(cache.getQueryData(memberKey("ada"))).toBeUndefined();
  leave();
  expect(queryFn).not.toHaveBeenCalled();
});

test.each(["onReconnect", "discovery_invalidated"] as const)(
  "%s refetches members, except one with whom contact is being ended",
  async (event) => {
    const cache = new QueryClient();
    const fetched: string[] = [];
    const ids = ["ada", "ben"];
    const stop = ids.map((id) => {
      cache.setQueryData(memberKey(id), { user: { _id: id } });
      const queryFn = () => {
        fetched.push(id);
        return new Promise<never>(() => undefined);
      };
      const options = { queryKey: memberKey(id), queryFn, staleTime: Number.POSITIVE_INFINITY };
      return new QueryObserver(cache, options).subscribe(() => undefined);
    });
    markLeaving("ada");
    if (event === "onReconnect") membersLive.onReconnect?.(cache, "me");
    else membersLive.discovery_invalidated?.({}, cache, "me");
    await expect.poll(() => fetched).toContain("ben");
    expect(fetched).toEqual(["ben"]);
    forgetMember(cache, "ada");
    for (const end of stop) end();
  },
);

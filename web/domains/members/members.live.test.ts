import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { markMemberLeaving, removeMember } from "#web/domains/members/ending-contact.ts";
import { endContactKey, memberKey } from "#web/domains/members/member.queries.ts";
import { membersLive, withPhotoCheck } from "#web/domains/members/members.live.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";

test("removes the member when the relationship ends and keeps the others", () => {
  const cache = new QueryClient();
  for (const id of ["ada", "ben"]) cache.setQueryData(memberKey(id), { user: { _id: id } });
  membersLive.relationship_ended?.({ userId: "ada" }, cache, "me");
  expect(cache.getQueryData(memberKey("ada"))).toBeUndefined();
  expect(cache.getQueryData(memberKey("ben"))).toBeDefined();
});

test.each([
  ["a report", { block: false }, false],
  ["a report without a block option", {}, false],
  ["a report that blocks", { block: true }, true],
  ["a block", "block", true],
])("while %s is running, applies relationship_ended unless this tab ends the contact", (_, body, endsContact) => {
  const cache = new QueryClient();
  cache.setQueryData(memberKey("ada"), { user: { _id: "ada" } });
  const mutationFn = () => new Promise<never>(() => undefined);
  void cache
    .getMutationCache()
    .build(cache, { mutationKey: endContactKey("ada"), mutationFn })
    .execute(body);
  membersLive.relationship_ended?.({ userId: "ada" }, cache, "me");
  expect(cache.getQueryData(memberKey("ada")) !== undefined).toBe(endsContact);
});

test("removes the member without a refetch by the screen that is being left", () => {
  const cache = new QueryClient();
  const queryFn = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
  cache.setQueryData(memberKey("ada"), { user: { _id: "ada" } });
  const screen = new QueryObserver(cache, { queryKey: memberKey("ada"), queryFn, staleTime: Number.POSITIVE_INFINITY });
  const unsubscribe = screen.subscribe(() => undefined);
  markMemberLeaving("ada");
  membersLive.relationship_ended?.({ userId: "ada" }, cache, "me");
  expect(cache.getQueryData(memberKey("ada"))).toBeDefined();
  removeMember(cache, "ada");
  membersLive.relationship_ended?.({ userId: "ada" }, cache, "me");
  expect(cache.getQueryData(memberKey("ada"))).toBeUndefined();
  unsubscribe();
  expect(queryFn).not.toHaveBeenCalled();
});

test.each(["onReconnect", "discovery_invalidated"] as const)(
  "%s refetches members, except one with whom contact is being ended",
  async (event) => {
    const cache = new QueryClient();
    const fetched: string[] = [];
    const ids = ["ada", "ben"];
    const unsubscribes = ids.map((id) => {
      cache.setQueryData(memberKey(id), { user: { _id: id } });
      const queryFn = () => {
        fetched.push(id);
        return new Promise<never>(() => undefined);
      };
      const options = { queryKey: memberKey(id), queryFn, staleTime: Number.POSITIVE_INFINITY };
      return new QueryObserver(cache, options).subscribe(() => undefined);
    });
    markMemberLeaving("ada");
    if (event === "onReconnect") membersLive.onReconnect?.(cache, "me");
    else membersLive.discovery_invalidated?.({}, cache, "me");
    await expect.poll(() => fetched).toContain("ben");
    expect(fetched).toEqual(["ben"]);
    removeMember(cache, "ada");
    for (const unsubscribe of unsubscribes) unsubscribe();
  },
);

test("shows that a photo was checked, and asks again for the profile whose upload may still be under way", () => {
  const photos = [{ _id: "one", check: "pending" }, { _id: "two" }];
  const own = { profile: { photos } } as unknown as OwnProfile;
  expect(withPhotoCheck(own, "one", "held").profile.photos).toEqual([{ _id: "one", check: "held" }, { _id: "two" }]);
  expect(withPhotoCheck(own, "one", null).profile.photos).toEqual([{ _id: "one" }, { _id: "two" }]);
  const cache = new QueryClient();
  cache.setQueryData(ownProfileKey, own);
  membersLive.photo_checked?.({ photoId: "one", check: null }, cache, "me");
  expect(cache.getQueryData<OwnProfile>(ownProfileKey)?.profile.photos).toEqual([{ _id: "one" }, { _id: "two" }]);
  expect(cache.getQueryState(ownProfileKey)?.isInvalidated).toBe(true);
});

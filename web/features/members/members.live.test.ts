import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { memberKey } from "#web/features/members/member.api.ts";
import { membersLive } from "#web/features/members/members.live.ts";

test("of whoever contact has ended with nothing is known any more, of others all", () => {
  const cache = new QueryClient();
  for (const id of ["ada", "ben"]) cache.setQueryData(memberKey(id), { user: { _id: id } });
  membersLive.contact_ended?.({ userId: "ada" }, cache, "me");
  expect(cache.getQueryData(memberKey("ada"))).toBeUndefined();
  expect(cache.getQueryData(memberKey("ben"))).toBeDefined();
});

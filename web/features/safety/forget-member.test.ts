import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { forgetMember } from "#web/features/safety/forget-member.ts";

const member = (_id: string) => ({ _id, username: _id });

test("who is blocked leaves every list at once, and what was written is dropped", () => {
  const cache = new QueryClient();
  const both = [member("her"), member("him")];
  cache.setQueryData(["conversations"], [{ otherUser: member("her") }, { otherUser: member("him") }]);
  cache.setQueryData(["crushes"], {
    crushesReceived: both,
    crushesSent: both,
    matches: both,
    activeConnections: both,
  });
  cache.setQueryData(["browse"], { pages: [{ profiles: [{ id: "her" }] }, { profiles: [{ id: "him" }] }] });
  for (const key of ["thread", "outbox", "member"]) {
    cache.setQueryData([key, "her"], {});
    cache.setQueryData([key, "him"], {});
  }

  forgetMember(cache, "her");

  expect(cache.getQueryData(["conversations"])).toEqual([{ otherUser: member("him") }]);
  const left = [member("him")];
  expect(cache.getQueryData(["crushes"])).toEqual({
    crushesReceived: left,
    crushesSent: left,
    matches: left,
    activeConnections: left,
  });
  expect(cache.getQueryData(["browse"])).toEqual({ pages: [{ profiles: [] }, { profiles: [{ id: "him" }] }] });
  for (const key of ["thread", "outbox", "member"]) {
    expect(cache.getQueryData([key, "her"])).toBeUndefined();
    expect(cache.getQueryData([key, "him"])).toEqual({});
  }
});

test("what is not loaded stays so", () => {
  const cache = new QueryClient();
  forgetMember(cache, "her");
  expect(cache.getQueryCache().getAll()).toEqual([]);
});

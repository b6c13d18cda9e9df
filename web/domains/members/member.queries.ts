import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { cacheRemaining } from "#web/domains/members/limits/daily-limits.ts";
import { call } from "#web/lib/api.ts";

export const membersKey = ["member"] as const;
export const memberKey = (id: string) => [...membersKey, id] as const;

/** Mutation key of the requests that end contact with a member: unmatch, block, report. */
export const endContactKey = (userId: string) => ["end-contact", userId] as const;

export const memberQuery = (cache: QueryClient, id: string) =>
  queryOptions({
    queryKey: memberKey(id),
    queryFn: async ({ signal }) => {
      const view = await call("GET /api/users/:userId", { params: { userId: id } }, signal);
      // Absent for members to whom no crush can be sent.
      if (view.newPeople) cacheRemaining(cache, "newPeople", view.newPeople);
      return view;
    },
  });

export const useMember = (id: string) => useQuery(memberQuery(useQueryClient(), id));

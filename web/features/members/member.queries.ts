import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getMember } from "#contract/discovery.ts";
import { noteLeft } from "#web/features/members/daily-limits.ts";
import { call } from "#web/lib/api.ts";

export const membersKey = ["member"] as const;
/** Under it the cache holds a `MemberView`. */
export const memberKey = (id: string) => [...membersKey, id] as const;

/** Another member as I may see them. */
export function useMember(id: string) {
  const cache = useQueryClient();
  return useQuery({
    queryKey: memberKey(id),
    queryFn: async ({ signal }) => {
      const view = await call(getMember, { params: { userId: id } }, signal);
      // Of somebody to whom no crush can be sent it is not told.
      if (view.newPeople) noteLeft(cache, "newPeople", view.newPeople);
      return view;
    },
  });
}

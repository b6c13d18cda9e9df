import { useQuery } from "@tanstack/react-query";
import { getMember } from "#contract/discovery.ts";
import { call } from "#web/lib/api.ts";

export const membersKey = ["member"] as const;
/** Under it the cache holds a `MemberView`. */
export const memberKey = (id: string) => [...membersKey, id] as const;

/** Another member as I may see them. */
export const useMember = (id: string) =>
  useQuery({
    queryKey: memberKey(id),
    queryFn: ({ signal }) => call(getMember, { params: { userId: id } }, signal),
  });

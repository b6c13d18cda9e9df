import { useInfiniteQuery } from "@tanstack/react-query";
import type { ResponseOf } from "#contract/endpoint.ts";
import { listPastContacts, type PastContact } from "#contract/safety.ts";
import { call } from "#web/lib/api.ts";

/** Among what a member sets: asked for anew whenever contact with somebody ends. */
export const pastContactsKey = ["settings", "past-contacts"] as const;

/** People with whom contact has ended in the last 30 days, the latest contact first, page by page. */
export const usePastContacts = () =>
  useInfiniteQuery<ResponseOf<typeof listPastContacts>, Error, PastContact[], readonly unknown[], string | undefined>({
    queryKey: pastContactsKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listPastContacts, { query: cursor === undefined ? {} : { cursor } }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ contacts }) => contacts),
  });

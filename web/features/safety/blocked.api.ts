import { useInfiniteQuery } from "@tanstack/react-query";
import type { Reply } from "#contract/endpoint.ts";
import { getBlocked } from "#contract/safety.ts";
import { call } from "#web/lib/api.ts";

/** Among what a member sets: asked for anew whenever contact with somebody ends, or a block is taken back. */
export const blockedKey = ["settings", "blocks"] as const;

type Page = Reply<typeof getBlocked>;
export type Blocked = Page["blocked"][number];

/** Those whom one has blocked, the latest first, page by page. */
export const useBlocked = () =>
  useInfiniteQuery<Page, Error, Blocked[], readonly unknown[], string | undefined>({
    queryKey: blockedKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(getBlocked, { query: cursor === undefined ? {} : { cursor } }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ blocked }) => blocked),
  });

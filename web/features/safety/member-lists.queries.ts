import { useInfiniteQuery } from "@tanstack/react-query";
import type { ResponseOf } from "#contract/endpoint.ts";
import { listBlocked, listPastContacts, type PastContact } from "#contract/safety.ts";
import { settingsKey } from "#web/features/settings/settings.queries.ts";
import { call } from "#web/lib/api.ts";

/** A settings query: refetched when contact ends or a member is unblocked. */
export const blockedMembersKey = [...settingsKey, "blocks"] as const;

type BlockedMembersPage = ResponseOf<typeof listBlocked>;
export type BlockedMember = BlockedMembersPage["blocked"][number];

/** Those whom one has blocked, the latest first, page by page. */
export const useBlockedMembers = () =>
  useInfiniteQuery<BlockedMembersPage, Error, BlockedMember[], readonly unknown[], string | undefined>({
    queryKey: blockedMembersKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listBlocked, { query: cursor === undefined ? {} : { cursor } }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ blocked }) => blocked),
  });

/** A settings query: refetched when contact with a member ends. */
export const pastContactsKey = [...settingsKey, "past-contacts"] as const;

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

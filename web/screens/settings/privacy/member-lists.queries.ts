import { useInfiniteQuery } from "@tanstack/react-query";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import type { PastContact } from "#contract/moderation/reports.ts";
import {
  blockedMembersKey,
  passedMembersKey,
  pastContactsKey,
} from "#web/domains/accounts/settings/settings.queries.ts";
import { call } from "#web/lib/api.ts";

type BlockedMembersPage = ResponseOf<Endpoints["GET /api/safety/blocked"]>;
export type BlockedMember = BlockedMembersPage["blocked"][number];

/** Blocked members in pages, latest first. */
export const useBlockedMembers = () =>
  useInfiniteQuery<BlockedMembersPage, Error, BlockedMember[], readonly unknown[], string | undefined>({
    queryKey: blockedMembersKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call("GET /api/safety/blocked", { query: cursor === undefined ? {} : { cursor } }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ blocked }) => blocked),
  });

type PassedMembersPage = ResponseOf<Endpoints["GET /api/passes"]>;

/** Members who were passed on, in pages, latest first. */
export const usePassedMembers = () =>
  useInfiniteQuery<PassedMembersPage, Error, PassedMembersPage["passes"], readonly unknown[], string | undefined>({
    queryKey: passedMembersKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call("GET /api/passes", { query: cursor === undefined ? {} : { cursor } }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ passes }) => passes),
  });

/** Members with whom contact ended in the last 30 days, in pages, latest contact first. */
export const usePastContacts = () =>
  useInfiniteQuery<
    ResponseOf<Endpoints["GET /api/safety/past-contacts"]>,
    Error,
    PastContact[],
    readonly unknown[],
    string | undefined
  >({
    queryKey: pastContactsKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call("GET /api/safety/past-contacts", { query: cursor === undefined ? {} : { cursor } }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ contacts }) => contacts),
  });

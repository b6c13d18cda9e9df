import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ActName } from "#contract/moderation/acts.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import { callStaff } from "#web/console/staff-api.ts";

/** Members, decisions, the log and what was searched for. */
export const recordsKey = ["moderation-records"] as const;

/** Each look is recorded, so a screen reads when it opens, and again only if somebody asks for it. */
const READ_ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** @param visit of the screen: the same text can be searched for again */
export const searchQuery = (text: string, visit: string) =>
  queryOptions({
    queryKey: [...recordsKey, "search", text, visit] as const,
    queryFn: ({ signal }) => callStaff("POST /api/moderation/search", { body: { text } }, { signal }),
    ...READ_ONCE,
  });

export const memberQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...recordsKey, "member", memberId] as const,
    queryFn: ({ signal }) => callStaff("GET /api/moderation/members/:memberId", { params: { memberId } }, { signal }),
    ...READ_ONCE,
    gcTime: 0,
  });

export interface DecisionFilter {
  readonly by: string | undefined;
  readonly act: ActName | undefined;
  readonly rule: RuleKey | undefined;
}

export const decisionsQuery = (filter: DecisionFilter) =>
  infiniteQueryOptions({
    queryKey: [...recordsKey, "decisions", filter] as const,
    queryFn: ({ pageParam, signal }) =>
      callStaff("GET /api/moderation/decisions", { query: { ...filter, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...READ_ONCE,
    gcTime: 0,
  });

export interface LogFilter {
  readonly by: string | undefined;
  readonly action: string | undefined;
  readonly about: string | undefined;
}

export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: [...recordsKey, "log", filter] as const,
    queryFn: ({ pageParam, signal }) =>
      callStaff("GET /api/moderation/log", { query: { ...filter, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...READ_ONCE,
    gcTime: 0,
  });

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CaseKind } from "#contract/moderation/staff-roles.ts";
import { callStaff } from "#web/console/staff-api.ts";

export type KindFilter = CaseKind | undefined;

export const casesKey = ["moderation-cases"] as const;
/** The queue by every filter. */
export const queuesKey = [...casesKey, "queue"] as const;
export const queueKey = (kind: KindFilter) => [...queuesKey, kind ?? "all"] as const;
export const caseKey = (caseId: string) => [...casesKey, "case", caseId] as const;

/** Cases of colleagues change without an event, so an open queue is read again. */
const QUEUE_REFRESH_MS = 60_000;

export const queueQuery = (kind: KindFilter) =>
  infiniteQueryOptions({
    queryKey: queueKey(kind),
    queryFn: ({ pageParam, signal }) =>
      callStaff("GET /api/moderation/cases", { query: { kind, limit: 50, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: QUEUE_REFRESH_MS,
  });

/** Each look at the evidence is recorded, so a case is read when its screen opens and after changes only. */
export const caseQuery = (caseId: string) =>
  queryOptions({
    queryKey: caseKey(caseId),
    queryFn: ({ signal }) => callStaff("GET /api/moderation/cases/:caseId", { params: { caseId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Notices that are in no case. */
export const unassignedNoticesQuery = queryOptions({
  queryKey: [...casesKey, "unassigned notices"] as const,
  queryFn: ({ signal }) => callStaff("GET /api/moderation/notices", {}, { signal }),
  refetchInterval: QUEUE_REFRESH_MS,
});

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import type { OwnReport } from "#contract/moderation/reports.ts";
import { settingsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { call } from "#web/lib/api.ts";

/** Lies under the settings key: refetched when a report is sent. */
export const ownReportsKey = [...settingsKey, "reports"] as const;

/** The reports that the member has sent, in pages, latest first. */
export const useOwnReports = () =>
  useInfiniteQuery<
    ResponseOf<Endpoints["GET /api/safety/reports"]>,
    Error,
    OwnReport[],
    readonly unknown[],
    string | undefined
  >({
    queryKey: ownReportsKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call("GET /api/safety/reports", { query: cursor === undefined ? {} : { cursor } }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ reports }) => reports),
  });

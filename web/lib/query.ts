import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";

/** What the server said no to is an answer; the rest is a failure, and may be better the next time. */
export const isRejectedByServer = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** One cache for the whole app. Live events keep it fresh, so nothing is asked again on a mere focus. Failures are logged. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (!isRejectedByServer(error)) console.error(`${String(queryKey[0])} could not be loaded`, error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && !isRejectedByServer(error),
    },
  },
});

// Whatever a login was still asking for when it ended would only be refused.
session.subscribe(() => {
  if (!session.read()) void queryClient.cancelQueries();
});

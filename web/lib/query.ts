import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";

/** A 4xx is a definite answer. Any other failure may succeed on retry. */
export const isRejectedByServer = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** Realtime events keep the cache fresh, so queries are not refetched on window focus. */
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

// The server would reject requests of an ended session.
session.subscribe(() => {
  if (!session.read()) void queryClient.cancelQueries();
});

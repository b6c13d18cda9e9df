import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";

/** A 4xx is a definite answer. Any other failure may succeed on retry. */
export const isRejectedByServer = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** Realtime events keep the cache fresh, so queries are not refetched on window focus. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      const log = isRejectedByServer(error) ? console.warn : console.error;
      log(`${String(queryKey[0])} could not be loaded`, error);
    },
  }),
  defaultOptions: {
    queries: {
      // A screen can still be mounted between a logout and the navigation away from it. Prerendered ones only load.
      enabled: () => typeof window === "undefined" || session.read() !== null,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && !isRejectedByServer(error),
    },
  },
});

let lastToken = typeof window === "undefined" ? undefined : session.read()?.token;

// The listener runs before those of components, so no component renders the data of a previous session. After a logout,
// the cache is cleared only once the screen is left, and another member may have logged in before.
session.subscribe(() => {
  const token = session.read()?.token;
  if (token === undefined) {
    // The server would reject their requests.
    void queryClient.cancelQueries();
    return;
  }
  const isReplaced = lastToken !== undefined && lastToken !== token;
  lastToken = token;
  if (isReplaced) void queryClient.resetQueries();
});

import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/lib/api.ts";

/** One cache for the whole app. Live events keep it fresh, so nothing is asked again on a mere focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    },
  },
});

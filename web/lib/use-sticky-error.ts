import { useState } from "react";

interface QueryResult {
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/**
 * The error stays until the next success: an automatic refetch, as after a reconnect, must not make its button vanish
 * under the pointer. Calling `refetch` clears the error.
 */
export function useStickyError<Query extends QueryResult>(query: Query) {
  const { data, refetch } = query;
  const [lastError, setLastError] = useState<Error | null>(null);
  // Data clears the error, so that a query that is reset later starts without one.
  if (query.error ? query.error !== lastError : data !== undefined && lastError !== null) setLastError(query.error);
  const error = query.error ?? (data === undefined ? lastError : null);
  return {
    ...query,
    error,
    isError: error !== null,
    isPending: data === undefined && error === null,
    refetch: (): Promise<unknown> => {
      setLastError(null);
      return refetch();
    },
  };
}

import { useState } from "react";

interface Asked {
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/**
 * A query as it is shown. Where it could not be answered that stands until there is an answer: it is asked again by itself, as on
 * a new connection, and what one was just about to press does not go meanwhile. Whoever asks again by `refetch` sees it wait.
 */
export function useStickyError<Query extends Asked>(query: Query) {
  const { data, refetch } = query;
  const [last, setLast] = useState<Error | null>(null);
  // An answer ends it: what is asked from scratch later, as after a reset, has not failed.
  if (query.error ? query.error !== last : data !== undefined && last !== null) setLast(query.error);
  const error = query.error ?? (data === undefined ? last : null);
  return {
    ...query,
    error,
    isError: error !== null,
    isPending: data === undefined && error === null,
    refetch: (): Promise<unknown> => {
      setLast(null);
      return refetch();
    },
  };
}

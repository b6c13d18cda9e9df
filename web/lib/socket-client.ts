import type { Query, QueryClient } from "@tanstack/react-query";
import { io, type Socket } from "socket.io-client";
import { isRejectedByServer } from "#web/lib/query.ts";

const RETRY_MS = 5_000;

/** The device knows `events_missed`, so the server keeps its connection after a gap. */
export const createSocket = (token: string): Socket =>
  io({ auth: { token, catchesUp: true }, transports: ["websocket", "polling"] });

/** The server was unreachable. A rejection stays. */
const hasFailed = ({ state }: Query): boolean => state.status === "error" && !isRejectedByServer(state.error);

/** When the screens show them. */
export const invalidateFailed = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({ predicate: hasFailed });

export function whenFetched(cache: QueryClient): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => cache.isFetching() === 0 && resolve();
  const unsubscribe = cache.getQueryCache().subscribe(check);
  check();
  return promise.finally(unsubscribe);
}

/**
 * A server that has lost events may still be failing.
 * @param runLater a timer that ends with the connection's session
 */
export async function retryFailed(
  cache: QueryClient,
  runLater: (callback: () => void, ms: number) => void,
  retries: number,
): Promise<void> {
  await whenFetched(cache);
  const failed = { type: "active", predicate: hasFailed } as const;
  if (retries === 0 || cache.getQueryCache().findAll(failed).length === 0) return;
  runLater(() => {
    void cache.refetchQueries(failed);
    void retryFailed(cache, runLater, retries - 1);
  }, RETRY_MS);
}

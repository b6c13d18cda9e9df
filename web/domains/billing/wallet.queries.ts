import { type QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { HistoryItem, Wallet } from "#contract/billing/wallet.ts";
import { CRUSH_COST } from "#contract/limits.ts";
import { call } from "#web/lib/api.ts";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

/** The query key of a `Wallet`. */
export const walletKey = ["wallet"] as const;

/** The query key of the history's pages. Invalidating `walletKey` invalidates it, too. */
export const historyKey = [...walletKey, "history"] as const;

/** The query key of the withdrawals. Invalidating `walletKey` invalidates it, too. */
export const withdrawalsKey = [...walletKey, "withdrawals"] as const;

export const walletQuery = {
  queryKey: walletKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => call("GET /api/crushes/data", { query: { limit: 1 } }, signal),
};

/** The balance and the subscription. The history is a separate query, because most screens do not show it. */
export const useWallet = () =>
  useQuery({
    ...walletQuery,
    // Report a missing balance quickly, not after the default three seconds of retries.
    retryDelay: 300,
  });

/** Updates the balance. The history and the withdrawals are refetched now if they are shown, else when they are. */
export function setBalance(cache: QueryClient, balance: number): void {
  updateQuery<Wallet>(cache, walletKey, (wallet) => ({ ...wallet, balance }));
  void cache.invalidateQueries({ queryKey: walletKey, exact: true, refetchType: "none" });
  void refetchQuery(cache, historyKey);
  void refetchQuery(cache, withdrawalsKey);
}

const PAGE_SIZE = 20;

/** The history, newest first, in pages. */
export const useHistory = () =>
  useInfiniteQuery({
    queryKey: historyKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /api/crushes/data",
        { query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }): HistoryItem[] => pages.flatMap(({ history }) => history),
  });

/** Whether credits can be bought. True while loading. */
export const canBuy = (wallet: Pick<Wallet, "payments"> | undefined): boolean =>
  wallet?.payments !== "off" && wallet?.payments !== "paused";

/** Whether another crush or image can be sent. */
export const hasCredit = (wallet: Pick<Wallet, "balance" | "hasActiveSubscription">): boolean =>
  wallet.hasActiveSubscription || wallet.balance >= CRUSH_COST;

const checkoutsKey = ["checkouts"] as const;

/** The query of the member's recent checkouts. */
export const checkoutsQuery = {
  queryKey: checkoutsKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => call("GET /api/crushes/checkouts", {}, signal),
} as const;

/** The product of a pending payment, if there is one. */
export const usePendingCheckoutKind = () =>
  useQuery({ ...checkoutsQuery, select: (all) => all.checkouts.find(({ state }) => state === "open")?.kind }).data;

import { type QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CRUSH_COST } from "#contract/limits.ts";
import { getWallet, type HistoryItem, type Wallet } from "#contract/wallet.ts";
import { call } from "#web/lib/api.ts";
import { askAgain, write } from "#web/lib/live.ts";

/** Under it the cache holds a `Wallet`. */
export const walletKey = ["wallet"] as const;

/** Under it the cache holds pages of the history. What is asked anew under `walletKey` is so here, too. */
export const historyKey = [...walletKey, "history"] as const;

/** The balance and the membership. Its history is a query of its own: most screens do not show it. */
export const useWallet = () =>
  useQuery({
    queryKey: walletKey,
    queryFn: ({ signal }) => call(getWallet, { query: { limit: 1 } }, signal),
    // Money that cannot be seen is said at once, not after three patient seconds.
    retryDelay: 300,
  });

/** Writes a balance that is known now. The history behind it is asked for at once where it is looked at, else when it is. */
export function setBalance(cache: QueryClient, balance: number): void {
  write<Wallet>(cache, walletKey, (wallet) => ({ ...wallet, balance }));
  void cache.invalidateQueries({ queryKey: walletKey, exact: true, refetchType: "none" });
  void askAgain(cache, historyKey);
}

/** Lines of the history that are shown at once. */
const PAGE_SIZE = 20;

/** The history, newest first, page after page. */
export const useHistory = () =>
  useInfiniteQuery({
    queryKey: historyKey,
    queryFn: ({ pageParam, signal }) =>
      call(getWallet, { query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }): HistoryItem[] => pages.flatMap(({ history }) => history),
  });

/** Whether crushes can be bought. Taken to be so until it is known. */
export const canBuy = (wallet: Pick<Wallet, "payments"> | undefined): boolean =>
  wallet?.payments !== "off" && wallet?.payments !== "paused";

/** Whether one more crush or image can be sent. */
export const hasCredit = (wallet: Pick<Wallet, "balance" | "hasActiveSubscription">): boolean =>
  wallet.hasActiveSubscription || wallet.balance >= CRUSH_COST;

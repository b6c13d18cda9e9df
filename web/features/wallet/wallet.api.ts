import { useQuery } from "@tanstack/react-query";
import { CRUSH_COST } from "#contract/limits.ts";
import { getWallet, type Wallet } from "#contract/wallet.ts";
import { call } from "#web/lib/api.ts";

/** Under it the cache holds a `Wallet`. */
export const walletKey = ["wallet"] as const;

/** The balance, the latest history and the membership. */
export const useWallet = () => useQuery({ queryKey: walletKey, queryFn: ({ signal }) => call(getWallet, {}, signal) });

/** Whether one more crush or image can be sent. */
export const hasCredit = (wallet: Pick<Wallet, "balance" | "hasActiveSubscription">): boolean =>
  wallet.hasActiveSubscription || wallet.balance >= CRUSH_COST;

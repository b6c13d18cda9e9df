import type { QueryClient } from "@tanstack/react-query";
import type { Wallet } from "#contract/wallet.ts";
import { historyKey, walletKey } from "#web/features/wallet/wallet.api.ts";
import { askAgain, type Live, write } from "#web/lib/live.ts";

/** Writes a balance that is known now. The history behind it is asked for at once where it is looked at, else when it is. */
export function setBalance(cache: QueryClient, balance: number): void {
  write<Wallet>(cache, walletKey, (wallet) => ({ ...wallet, balance }));
  void cache.invalidateQueries({ queryKey: walletKey, exact: true, refetchType: "none" });
  void askAgain(cache, historyKey);
}

export const walletLive: Live = {
  balance_changed: ({ balance }, cache) => setBalance(cache, balance),
  membership_changed: (_, cache) => void askAgain(cache, walletKey),
  // It costs nothing, and is a line of the history.
  crush_received: (_, cache) => void askAgain(cache, historyKey),
  missed: (cache) => void askAgain(cache, walletKey),
};

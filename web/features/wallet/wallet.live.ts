import type { QueryClient } from "@tanstack/react-query";
import type { Wallet } from "#contract/wallet.ts";
import { walletKey } from "#web/features/wallet/wallet.api.ts";
import { askAgain, type Live, write } from "#web/lib/live.ts";

/** Writes a balance that is known now. The history behind it is asked for when it is next looked at. */
export function setBalance(cache: QueryClient, balance: number): void {
  write<Wallet>(cache, walletKey, (wallet) => ({ ...wallet, balance }));
  void cache.invalidateQueries({ queryKey: walletKey, refetchType: "none" });
}

export const walletLive: Live = {
  balance_changed: ({ balance }, cache) => setBalance(cache, balance),
  missed: (cache) => void askAgain(cache, walletKey),
};

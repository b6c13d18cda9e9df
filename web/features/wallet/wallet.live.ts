import { showSettledCheckouts } from "#web/features/wallet/checkout-status.ts";
import { historyKey, setBalance, walletKey } from "#web/features/wallet/wallet.queries.ts";
import { askAgain, type Live } from "#web/lib/live.ts";

export const walletLive: Live = {
  balance_changed: ({ balance }, cache) => setBalance(cache, balance),
  subscription_changed: (_, cache) => void askAgain(cache, walletKey),
  // The name goes from the history.
  member_deleted: (_, cache) => void askAgain(cache, historyKey),
  // It costs nothing, and is a line of the history.
  crush_received: (_, cache) => void askAgain(cache, historyKey),
  checkout_settled: (_, cache) => void showSettledCheckouts(cache),
  missed: (cache) => {
    void askAgain(cache, walletKey);
    void showSettledCheckouts(cache);
  },
};

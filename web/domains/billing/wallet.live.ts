import { showSettledCheckouts } from "#web/domains/billing/checkout/checkout-status.tsx";
import { historyKey, setBalance, walletKey } from "#web/domains/billing/wallet.queries.ts";
import { type EventHandlers, refetchQuery } from "#web/lib/realtime-handlers.ts";

export const walletLive: EventHandlers = {
  balance_changed: ({ balance }, cache) => setBalance(cache, balance),
  subscription_changed: (_, cache) => void refetchQuery(cache, walletKey),
  // The deleted member's name disappears from the history.
  member_deleted: (_, cache) => void refetchQuery(cache, historyKey),
  // A received crush changes the history, not the balance.
  crush_received: (_, cache) => void refetchQuery(cache, historyKey),
  checkout_settled: (_, cache) => void showSettledCheckouts(cache),
  onReconnect: (cache) => {
    void refetchQuery(cache, walletKey);
    void showSettledCheckouts(cache);
  },
};

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { WithdrawablePurchase } from "#contract/billing/withdrawals.ts";
import { walletKey, withdrawalsKey } from "#web/domains/billing/wallet.queries.ts";
import { call } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";

/** The purchases from which the member can withdraw, and their withdrawals. */
export const useWithdrawals = () =>
  useQuery({
    queryKey: withdrawalsKey,
    queryFn: ({ signal }) => call("GET /api/crushes/withdrawals", {}, signal),
    // The amount falls with each day and each crush.
    staleTime: 0,
  });

/** Withdraws from a purchase. The wallet is refetched in any case: a refusal means that it has changed. */
export function useWithdraw() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async ({ sessionId, refundCents }: WithdrawablePurchase) =>
      (await call("POST /api/crushes/withdrawals", { body: { sessionId, amountCents: refundCents } })).withdrawal,
    onSettled: () => refetchQuery(cache, walletKey),
  });
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { cancelSubscription, resumeSubscription } from "#contract/payments.ts";
import type { Wallet } from "#contract/wallet.ts";
import { walletKey } from "#web/features/wallet/wallet.queries.ts";
import { call, messageOf } from "#web/lib/api.ts";
import { askAgain, write } from "#web/lib/live.ts";
import { toast } from "#web/ui/toast.tsx";

/** Lets the membership end with its period, or go on after all. */
export function useSubscriptionRenewal() {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const setEnds = async (ends: boolean): Promise<void> => {
    setBusy(true);
    try {
      const { endsAt, message } = await (ends ? call(cancelSubscription, {}) : call(resumeSubscription, {}));
      write<Wallet>(cache, walletKey, (wallet) => ({
        ...wallet,
        subscriptionEnds: ends,
        subscriptionEndDate: endsAt,
      }));
      toast(message, "done", "membership");
    } catch (error) {
      toast(
        messageOf(error, ends ? "Failed to cancel subscription" : "Failed to resume subscription"),
        "error",
        "membership",
      );
    } finally {
      setBusy(false);
      void askAgain(cache, walletKey);
    }
  };
  return { busy, setEnds: (ends: boolean) => void setEnds(ends) };
}

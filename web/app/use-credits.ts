import { useQueryClient } from "@tanstack/react-query";
import { CRUSH_COST } from "#contract/limits.ts";
import type { CrushCredits } from "#web/features/crushes/crush-press.tsx";
import { useHeldCrushes } from "#web/features/crushes/held-crushes.ts";
import { ownProfileQuery } from "#web/features/members/own-profile.queries.ts";
import { findRestriction, formatEnd, reasonsPath } from "#web/features/members/restrictions.ts";
import type { AttachmentCredits } from "#web/features/messages/attachment-rules.ts";
import { canBuy, hasCredit, setBalance, useWallet, walletKey } from "#web/features/wallet/wallet.queries.ts";

/** The wallet as it is once the crushes that are held on this device are sent. */
export function useWalletAfterHeld() {
  const wallet = useWallet();
  const held = useHeldCrushes().length;
  if (!wallet.data || wallet.data.hasActiveSubscription || held === 0) return wallet;
  return { ...wallet, data: { ...wallet.data, balance: Math.max(0, wallet.data.balance - held * CRUSH_COST) } };
}

export function useCrushCredits(): CrushCredits {
  const cache = useQueryClient();
  const { data: wallet } = useWalletAfterHeld();
  return {
    free: wallet?.hasActiveSubscription ?? false,
    isOut: wallet !== undefined && !hasCredit(wallet),
    async lacksPhoto() {
      const own = await cache.ensureQueryData(ownProfileQuery).catch(() => undefined);
      return own?.profile.photos.length === 0;
    },
    findRefusal() {
      const now = Date.now();
      const restriction = findRestriction(cache.getQueryData(ownProfileQuery.queryKey), "messaging", now);
      return (
        restriction && {
          text: `You cannot send crushes ${formatEnd(restriction, now)}.`,
          reasons: reasonsPath(restriction),
        }
      );
    },
  };
}

export function useAttachmentCredits(): AttachmentCredits {
  const cache = useQueryClient();
  const { data: wallet } = useWallet();
  return {
    free: wallet?.hasActiveSubscription ?? false,
    balance: wallet?.balance,
    canBuy: canBuy(wallet),
    onSent: (remaining) => setBalance(cache, remaining),
    onSendError: () => void cache.invalidateQueries({ queryKey: walletKey }),
  };
}

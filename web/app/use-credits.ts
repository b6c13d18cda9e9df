import { useQueryClient } from "@tanstack/react-query";
import { markCrushesSent } from "#web/features/browse/browse.live.ts";
import type { CrushCredits } from "#web/features/crushes/crush-button.tsx";
import { noteOnProfile } from "#web/features/members/members.live.ts";
import type { AttachmentCredits } from "#web/features/messages/attachment-rules.ts";
import { canBuy, hasCredit, setBalance, useWallet, walletKey } from "#web/features/wallet/wallet.queries.ts";

/** The credits that crush buttons spend, and the cache updates that a sent crush needs on every screen. */
export function useCrushCredits(): CrushCredits {
  const cache = useQueryClient();
  const { data: wallet } = useWallet();
  const refetchWallet = () => void cache.invalidateQueries({ queryKey: walletKey });
  return {
    free: wallet?.hasActiveSubscription ?? false,
    isOut: wallet !== undefined && !hasCredit(wallet),
    onSendError: refetchWallet,
    onSent(memberId, isMatch, remaining) {
      if (remaining === undefined) refetchWallet();
      else setBalance(cache, remaining);
      markCrushesSent(cache, memberId);
      noteOnProfile(cache, memberId, { crushSent: true, ...(isMatch && { isMatch }) });
    },
  };
}

/** The credits that chat attachments spend. */
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

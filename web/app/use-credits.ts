import { useQueryClient } from "@tanstack/react-query";
import { markCrushesSent } from "#web/features/browse/browse.live.ts";
import type { CrushCredits } from "#web/features/crushes/crush-button.tsx";
import { updateMemberView } from "#web/features/members/members.live.ts";
import type { AttachmentCredits } from "#web/features/messages/attachment-rules.ts";
import { canBuy, hasCredit, setBalance, useWallet, walletKey } from "#web/features/wallet/wallet.queries.ts";

/** Also updates the caches of all screens after a crush was sent. */
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
      updateMemberView(cache, memberId, { crushSent: true, ...(isMatch && { isMatch }) });
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

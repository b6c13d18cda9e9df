import { useQueryClient } from "@tanstack/react-query";
import { markCrushesSent } from "#web/features/browse/browse.live.ts";
import type { CrushCredits } from "#web/features/crushes/crush-button.tsx";
import { noteOnProfile } from "#web/features/members/members.live.ts";
import type { AttachmentCredits } from "#web/features/messages/attachment-validation.ts";
import { canBuy, hasCredit, setBalance, useWallet, walletKey } from "#web/features/wallet/wallet.queries.ts";

/** The wallet as crush buttons need it, and what a sent crush changes on every screen. */
export function usePurse(): CrushCredits {
  const cache = useQueryClient();
  const { data: wallet } = useWallet();
  const askAgain = () => void cache.invalidateQueries({ queryKey: walletKey });
  return {
    free: wallet?.hasActiveSubscription ?? false,
    isOut: wallet !== undefined && !hasCredit(wallet),
    onSendError: askAgain,
    onSent(memberId, isMatch, remaining) {
      if (remaining === undefined) askAgain();
      else setBalance(cache, remaining);
      markCrushesSent(cache, memberId);
      noteOnProfile(cache, memberId, { crushSent: true, ...(isMatch && { isMatch }) });
    },
  };
}

/** The wallet as the chat's pictures need it. */
export function useImagePurse(): AttachmentCredits {
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

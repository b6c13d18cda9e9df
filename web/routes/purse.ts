import { useQueryClient } from "@tanstack/react-query";
import { noteSentOnCards } from "#web/features/browse/browse.live.ts";
import type { Purse } from "#web/features/crushes/crush-button.tsx";
import { noteOnProfile } from "#web/features/members/members.live.ts";
import type { ImagePurse } from "#web/features/messages/image-rules.ts";
import { canBuy, hasCredit, setBalance, useWallet, walletKey } from "#web/features/wallet/wallet.api.ts";

/** The wallet as crush buttons need it, and what a sent crush changes on every screen. */
export function usePurse(): Purse {
  const cache = useQueryClient();
  const { data: wallet } = useWallet();
  const askAgain = () => void cache.invalidateQueries({ queryKey: walletKey });
  return {
    free: wallet?.hasActiveSubscription ?? false,
    out: wallet !== undefined && !hasCredit(wallet),
    onUnsure: askAgain,
    onSent(memberId, isMatch, remaining) {
      if (remaining === undefined) askAgain();
      else setBalance(cache, remaining);
      noteSentOnCards(cache, memberId);
      noteOnProfile(cache, memberId, { crushSent: true, ...(isMatch && { isMatch }) });
    },
  };
}

/** The wallet as the chat's pictures need it. */
export function useImagePurse(): ImagePurse {
  const cache = useQueryClient();
  const { data: wallet } = useWallet();
  return {
    free: wallet?.hasActiveSubscription ?? false,
    balance: wallet?.balance,
    canBuy: canBuy(wallet),
    onSent: (remaining) => setBalance(cache, remaining),
    onUnsure: () => void cache.invalidateQueries({ queryKey: walletKey }),
  };
}

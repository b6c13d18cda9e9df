import { useQueryClient } from "@tanstack/react-query";
import { CRUSH_COST } from "#contract/limits.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { hasCredit, useWallet } from "#web/domains/billing/wallet.queries.ts";
import { useHeldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { findRestriction, restrictionNotes } from "#web/domains/members/names/restrictions.ts";
import { ownProfileQuery } from "#web/domains/members/own-profile.queries.ts";

/** Connects a button to the wallet and to the member's own profile. */
export interface CrushCredits {
  /** With an active subscription a crush costs no credit. */
  readonly free: boolean;
  /** No credit left and no active subscription. */
  readonly isOut: boolean;
  /** Whether the member's own profile has no photo. */
  lacksPhoto(): Promise<boolean>;
  /** Says why the member cannot send crushes, with a link; undefined if they can, or it is not known. */
  findRefusal(): ((open: (path: string) => void) => Promise<void>) | undefined;
}

/** The wallet as it is once the crushes that are held on this device are sent. A stale one may never be. */
export function useWalletAfterHeld() {
  const wallet = useWallet();
  const held = useHeldCrushes().filter(({ state }) => state !== "stale").length;
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
      const own = cache.getQueryData<OwnProfile>(ownProfileQuery.queryKey);
      const restriction = findRestriction(own, "messaging", Date.now());
      if (!restriction) return undefined;
      // If it cannot be loaded, the server refuses the crush.
      return async (open) => (await restrictionNotes.load()).refuseCrush(restriction, open);
    },
  };
}

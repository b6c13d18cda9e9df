import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { CrushPackage } from "#contract/catalog.ts";
import { createCheckout, createSubscription } from "#contract/payments.ts";
import { useIsCurrentPage } from "#web/features/wallet/use-is-current-page.ts";
import { walletKey } from "#web/features/wallet/wallet.queries.ts";
import { ApiError, call, messageOf } from "#web/lib/api.ts";
import { askAgain } from "#web/lib/live.ts";
import { toast } from "#web/ui/toast.tsx";

/** What can be bought. */
export type Product = CrushPackage | "membership";

/** What a button of a purchase needs to know. */
export interface Purchase {
  readonly buy: (goods: Product) => void;
  /** What is being bought: a pack's id, or `membership`. */
  readonly pendingProductId: string | undefined;
}

/** Whoever stays after all, as with a form that is not saved, or comes back by the browser's Back, can buy again. */
const REDIRECT_GRACE_MS = 4000;

const getProductId = (goods: Product): string => (goods === "membership" ? goods : goods.id);

const startCheckout = (goods: Product) =>
  goods === "membership"
    ? call(createSubscription, {})
    : call(createCheckout, {
        body: { packageId: goods.id, crushes: goods.crushes, amount: goods.price / 100 },
      });

/** Leads to where one pays, one purchase at a time; nowhere where the page was left meanwhile. */
export function usePurchase(): Purchase {
  const [bought, setBought] = useState<string>();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const isHere = useIsCurrentPage();

  /** To the payment provider; or to our own page, which stands in for it. */
  const leaveFor = async (url: string): Promise<void> => {
    if (url.startsWith("/")) {
      await navigate(url);
      return;
    }
    window.location.assign(url);
    await new Promise((resolve) => setTimeout(resolve, REDIRECT_GRACE_MS));
  };

  const buy = async (goods: Product): Promise<void> => {
    setBought(getProductId(goods));
    try {
      const { url } = await startCheckout(goods);
      if (isHere()) await leaveFor(url);
    } catch (error) {
      const refused = goods === "membership" ? "Failed to create subscription" : "Failed to create checkout session";
      toast(messageOf(error, refused), "error", "payment");
      // Somebody who is a member already, or may not buy here, is shown so.
      if (error instanceof ApiError) void askAgain(cache, walletKey);
    } finally {
      setBought(undefined);
    }
  };
  return { buy: (goods) => void buy(goods), pendingProductId: bought };
}

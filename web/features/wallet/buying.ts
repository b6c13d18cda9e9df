import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Pack } from "#contract/catalog.ts";
import { createCheckout, createSubscription } from "#contract/payments.ts";
import { useIsHere } from "#web/features/wallet/is-here.ts";
import { walletKey } from "#web/features/wallet/wallet.api.ts";
import { ApiError, call, messageOf } from "#web/lib/api.ts";
import { askAgain } from "#web/lib/live.ts";
import { toast } from "#web/ui/toast.tsx";

/** What can be bought. */
export type Goods = Pack | "membership";

/** What a button of a purchase needs to know. */
export interface Buying {
  readonly buy: (goods: Goods) => void;
  /** What is being bought: a pack's id, or `membership`. */
  readonly bought: string | undefined;
}

/** Whoever stays after all, as with a form that is not saved, or comes back by the browser's Back, can buy again. */
const LEAVING_MS = 4000;

const idOf = (goods: Goods): string => (goods === "membership" ? goods : goods.id);

const begin = (goods: Goods) =>
  goods === "membership"
    ? call(createSubscription, {})
    : call(createCheckout, {
        body: { packageId: goods.id, crushes: goods.crushes, amount: goods.price / 100 },
      });

/** Leads to where one pays, one purchase at a time; nowhere where the page was left meanwhile. */
export function useBuying(): Buying {
  const [bought, setBought] = useState<string>();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const isHere = useIsHere();

  /** To the payment provider; or to our own page, which stands in for it. */
  const leaveFor = async (url: string): Promise<void> => {
    if (url.startsWith("/")) {
      await navigate(url);
      return;
    }
    window.location.assign(url);
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
  };

  const buy = async (goods: Goods): Promise<void> => {
    setBought(idOf(goods));
    try {
      const { url } = await begin(goods);
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
  return { buy: (goods) => void buy(goods), bought };
}

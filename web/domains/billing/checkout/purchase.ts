import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CrushPackage } from "#contract/billing/prices.ts";

import { keepOrigin } from "#web/domains/billing/checkout/kept-origin.ts";
import { walletKey } from "#web/domains/billing/wallet.queries.ts";
import { ApiError, call, getErrorMessage } from "#web/lib/api.ts";
import { markLeaving } from "#web/lib/leaving.ts";
import { readOrigin } from "#web/lib/purchase-origin.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { useIsCurrentPage } from "#web/lib/use-is-current-page.ts";
import { toast } from "#web/ui/toast.tsx";

export type Product = CrushPackage | "subscription";

export interface Purchase {
  readonly buy: (product: Product) => void;
  readonly pendingProductId: string | undefined;
}

/** After this time the buttons work again, for members who stayed because of unsaved changes or came back. */
const REDIRECT_GRACE_MS = 4000;

const getProductId = (product: Product): string => (product === "subscription" ? product : product.id);

const startCheckout = (product: Product) =>
  product === "subscription"
    ? call("POST /api/crushes/create-subscription", { body: {} })
    : call("POST /api/crushes/create-checkout", {
        body: { packageId: product.id, crushes: product.crushes, amount: product.priceCents / 100 },
      });

/** Unless this page was left meanwhile. One purchase at a time. */
export function usePurchase(): Purchase {
  const [pendingProductId, setPendingProductId] = useState<string>();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { state } = useLocation();
  const isCurrentPage = useIsCurrentPage();

  /** The URL is the payment provider's, or a path of the built-in test checkout. */
  const goToPayment = async (url: string): Promise<void> => {
    if (url.startsWith("/")) {
      await navigate(url);
      return;
    }
    markLeaving();
    window.location.assign(url);
    await new Promise((resolve) => setTimeout(resolve, REDIRECT_GRACE_MS));
  };

  const buy = async (product: Product): Promise<void> => {
    setPendingProductId(getProductId(product));
    keepOrigin(readOrigin(state));
    try {
      const { url } = await startCheckout(product);
      if (isCurrentPage()) await goToPayment(url);
    } catch (error) {
      const fallback =
        product === "subscription" ? "Failed to create subscription" : "Failed to create checkout session";
      toast(getErrorMessage(error, fallback), "error", "payment");
      // The member may be subscribed already, or not be allowed to buy: the wallet shows so.
      if (error instanceof ApiError) void refetchQuery(cache, walletKey);
    } finally {
      setPendingProductId(undefined);
    }
  };
  return { buy: (product) => void buy(product), pendingProductId };
}

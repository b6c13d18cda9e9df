import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { showSettledCheckouts } from "#web/domains/billing/checkout/checkout-status.tsx";
import { ApiError, call, getErrorMessage } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";
import { useIsCurrentPage } from "#web/lib/use-is-current-page.ts";
import { toast } from "#web/ui/toast.tsx";

const testCheckoutKey = (sessionId: string) => ["test-checkout", sessionId] as const;

/** A test checkout. Another tab may have paid it, so it is fetched on each visit. */
export const useTestCheckout = (sessionId: string) =>
  useQuery({
    queryKey: testCheckoutKey(sessionId),
    queryFn: ({ signal }) => call("GET /api/test-checkout/:sessionId", { params: { sessionId } }, signal),
    staleTime: 0,
    gcTime: 0,
  });

const CONFLICT = 409;

/**
 * Pays a test checkout and returns, replacing the history entry: Back must not lead to a paid checkout. If the page was
 * left meanwhile, a toast shows the outcome.
 */
export function usePayTestCheckout(sessionId: string) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const isCurrentPage = useIsCurrentPage();
  const [busy, setBusy] = useState(false);
  const pay = async (country: string): Promise<void> => {
    setBusy(true);
    try {
      const { url } = await call("POST /api/test-checkout/:sessionId/pay", {
        params: { sessionId },
        body: { country },
      });
      if (isCurrentPage()) await navigate(url, { replace: true });
      else await showSettledCheckouts(cache);
    } catch (error) {
      // The page itself shows a closed checkout.
      const isClosed = error instanceof ApiError && error.status === CONFLICT;
      if (!isClosed) toast(getErrorMessage(error, "Failed to pay"), "error", "payment");
      void cache.invalidateQueries({ queryKey: testCheckoutKey(sessionId) });
      // The payment may have succeeded although the response was lost.
      if (session.read()) void showSettledCheckouts(cache);
    } finally {
      setBusy(false);
    }
  };
  return { busy, pay: (country: string) => void pay(country) };
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { getTestCheckout, payTestCheckout } from "#contract/payments.ts";
import { showSettledCheckouts } from "#web/features/wallet/checkout-status.ts";
import { useIsCurrentPage } from "#web/features/wallet/use-is-current-page.ts";
import { ApiError, call, messageOf } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";

const testCheckoutKey = (sessionId: string) => ["test-checkout", sessionId] as const;

/** A checkout of the test page. Another tab may have paid it, so it is asked for with every visit. */
export const useTestCheckout = (sessionId: string) =>
  useQuery({
    queryKey: testCheckoutKey(sessionId),
    queryFn: ({ signal }) => call(getTestCheckout, { params: { sessionId } }, signal),
    staleTime: 0,
    gcTime: 0,
  });

const CONFLICT = 409;

/**
 * Pays with no money and leads back, in this entry of the browser's history: Back must not lead to what is paid. Whoever
 * has left the page meanwhile is told where they are.
 */
export function usePayTestCheckout(sessionId: string) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const isHere = useIsCurrentPage();
  const [busy, setBusy] = useState(false);
  const pay = async (): Promise<void> => {
    setBusy(true);
    try {
      const { url } = await call(payTestCheckout, { params: { sessionId } });
      if (isHere()) await navigate(url, { replace: true });
      else await showSettledCheckouts(cache);
    } catch (error) {
      // Where it is paid or over already, the page says so itself.
      const isClosed = error instanceof ApiError && error.status === CONFLICT;
      if (!isClosed) toast(messageOf(error, "Failed to pay"), "error", "payment");
      void cache.invalidateQueries({ queryKey: testCheckoutKey(sessionId) });
      // What went through may have lost its answer only.
      if (session.read()) void showSettledCheckouts(cache);
    } finally {
      setBusy(false);
    }
  };
  return { busy, pay: () => void pay() };
}

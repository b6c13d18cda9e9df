import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { getTestCheckout, payTestCheckout } from "#contract/payments.ts";
import { call, messageOf } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

const keyOf = (sessionId: string) => ["test-checkout", sessionId] as const;

/** A checkout of the test page. Another tab may have paid it, so it is asked for with every visit. */
export const useTestCheckout = (sessionId: string) =>
  useQuery({
    queryKey: keyOf(sessionId),
    queryFn: ({ signal }) => call(getTestCheckout, { params: { sessionId } }, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** Pays with no money and leads back, in this entry of the browser's history: Back must not lead to what is paid. */
export function usePaying(sessionId: string) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const pay = async (): Promise<void> => {
    setBusy(true);
    try {
      const { url } = await call(payTestCheckout, { params: { sessionId } });
      await navigate(url, { replace: true });
    } catch (error) {
      toast(messageOf(error, "Failed to pay"), "error");
      void cache.invalidateQueries({ queryKey: keyOf(sessionId) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, pay: () => void pay() };
}

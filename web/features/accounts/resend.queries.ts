import { useState } from "react";
import { getErrorMessage } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

/** Resends the verification email and shows the result as a toast. */
export function useResend() {
  const [busy, setBusy] = useState(false);
  async function send(): Promise<void> {
    setBusy(true);
    try {
      const { resendVerification } = await import("#web/features/accounts/accounts.queries.ts");
      toast(await resendVerification(), "done");
    } catch (error) {
      toast(getErrorMessage(error, "Failed to send the link"), "error");
    } finally {
      setBusy(false);
    }
  }
  /** Props for the button. */
  return { busy: busy ? "Sending..." : undefined, onClick: (): void => void send() };
}

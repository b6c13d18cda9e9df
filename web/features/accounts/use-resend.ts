import { useState } from "react";
import { resendLink } from "#web/features/accounts/accounts.queries.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

/** Has the link that confirms one's address sent again, and says how that went. */
export function useResend() {
  const [busy, setBusy] = useState(false);
  async function send(): Promise<void> {
    setBusy(true);
    try {
      toast(await resendLink(), "done");
    } catch (error) {
      toast(getErrorMessage(error, "Failed to send the link"), "error");
    } finally {
      setBusy(false);
    }
  }
  /** What the button is given. */
  return { busy: busy ? "Sending..." : undefined, onClick: (): void => void send() };
}

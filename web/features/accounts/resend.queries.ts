import { useState } from "react";
import { getErrorMessage } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

/** Sends the verification email again and shows the result as a toast. */
export async function resendLink(): Promise<void> {
  try {
    const { resendVerification } = await import("#web/features/accounts/accounts.queries.ts");
    toast(await resendVerification(), "done");
  } catch (error) {
    toast(getErrorMessage(error, "Failed to send the link"), "error");
  }
}

export function useResend() {
  const [busy, setBusy] = useState(false);
  async function send(): Promise<void> {
    setBusy(true);
    await resendLink();
    setBusy(false);
  }
  /** Props for the button. */
  return { busy: busy ? "Sending..." : undefined, onClick: (): void => void send() };
}

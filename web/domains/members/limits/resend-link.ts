import { useState } from "react";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

/** A button is locked while a request runs, so it must not hang for longer than this. */
const TIMEOUT_MS = 30_000;

/** Sends the verification email again and shows the result as a toast. */
export async function resendLink(): Promise<void> {
  try {
    const { message } = await call("POST /api/auth/send-verification", {}, AbortSignal.timeout(TIMEOUT_MS));
    toast(message, "done");
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

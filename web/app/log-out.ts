import { session } from "#web/lib/session.ts";
import { confirmLeave } from "#web/lib/unsaved-changes.ts";

/** Milliseconds to send crushes that can still be taken back. */
const FLUSH_MS = 3_000;

/**
 * Begins to send crushes that can still be taken back: their requests outlive the session on this device. Those of an
 * earlier visit, which are rarely left, have to be read first.
 * @returns resolves with a function that resolves when they are sent, or after some time
 */
async function sendHeldCrushes(): Promise<() => Promise<void>> {
  const { heldCrushes } = await import("#web/features/crushes/held-crushes.ts");
  const sent = heldCrushes.flush(FLUSH_MS);
  if (heldCrushes.hasEarlier()) await sent;
  return () => sent;
}

/**
 * Leaves the member's screens at once, unless the member stays to save changes. The session ends on the server after the
 * crushes that were on hold; if that code cannot be loaded, it still ends on this device.
 */
export async function logOut(): Promise<void> {
  if (!(await confirmLeave())) return;
  const untilSent = await sendHeldCrushes().catch(() => undefined);
  const accounts = await import("#web/features/accounts/accounts.queries.ts").catch(() => undefined);
  if (accounts) accounts.logOut(untilSent?.());
  else session.end("logout");
}

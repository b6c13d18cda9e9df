import { session } from "#web/lib/session.ts";
import { confirmLeave } from "#web/lib/unsaved-changes.ts";

/** Milliseconds to send crushes that can still be taken back. */
const FLUSH_MS = 3_000;

/**
 * Leaves the member's screens at once, unless the member stays to save changes. Crushes that can still be taken back are
 * sent by requests that outlive the session on this device, and the session ends on the server after them. Those of an
 * earlier visit, which are rarely left, have to be read first. If that code cannot be loaded, it still ends on this device.
 */
export async function logOut(): Promise<void> {
  if (!(await confirmLeave())) return;
  const held = await import("#web/domains/crushes/held-crushes.ts").catch(() => undefined);
  const sent = held?.heldCrushes.flush(FLUSH_MS);
  if (held?.heldCrushes.hasEarlier()) await sent;
  const accounts = await import("#web/domains/accounts/accounts.requests.ts").catch(() => undefined);
  if (accounts) accounts.logOut(sent);
  else session.end("logout");
}

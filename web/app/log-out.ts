import { session } from "#web/lib/session.ts";
import { confirmLeave } from "#web/lib/unsaved-changes.ts";

/** Milliseconds to send crushes that can still be taken back. */
const FLUSH_MS = 3_000;

async function sendHeldCrushes(): Promise<void> {
  const { heldCrushes } = await import("#web/features/crushes/held-crushes.ts");
  await heldCrushes.flush(FLUSH_MS);
}

/** Ends the session on the server. If that code cannot be loaded, it still ends on this device. */
export const logOut = async (): Promise<void> => {
  await sendHeldCrushes().catch(() => undefined);
  await import("#web/features/accounts/accounts.queries.ts").then(
    (accounts) => accounts.logOut(),
    async () => (await confirmLeave()) && session.end("logout"),
  );
};

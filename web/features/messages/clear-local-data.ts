import { draftStore } from "#web/features/messages/draft-store.ts";
import { outboxStore } from "#web/features/messages/outbox-store.ts";
import { session } from "#web/lib/session.ts";

/**
 * After a logout or a suspension: leaves nothing on this device of what was written and not sent, unless somebody has logged
 * in meanwhile.
 */
export async function clearLocalData(): Promise<void> {
  if (session.read() !== null || !session.isOver()) return;
  draftStore.close(true);
  outboxStore.close(true);
  await Promise.all([draftStore.settled(), outboxStore.settled()]);
}

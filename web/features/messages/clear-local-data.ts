import { draftStore } from "#web/features/messages/draft-store.ts";
import { outboxStore } from "#web/features/messages/outbox-store.ts";
import { hasSessionEndedForGood } from "#web/lib/member-idb.ts";
import { session } from "#web/lib/session.ts";

/**
 * Deletes drafts and unsent messages from this device after a logout or a suspension, unless a member has logged in
 * meanwhile.
 */
export async function clearLocalData(): Promise<void> {
  if (session.read() !== null || !hasSessionEndedForGood()) return;
  draftStore.close(true);
  outboxStore.close(true);
  await Promise.all([draftStore.whenSaved(), outboxStore.whenSaved()]);
}

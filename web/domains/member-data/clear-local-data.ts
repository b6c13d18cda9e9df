import { adviceDb } from "#web/domains/chat/advice/advice-db.ts";
import { draftStore } from "#web/domains/chat/outbox/draft-store.ts";
import { outboxStore } from "#web/domains/chat/outbox/outbox-store.ts";
import { heldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { clearProfileDrafts } from "#web/domains/members/profile-draft-db.ts";
import { forgetHabits } from "#web/domains/training/date-habits.ts";
import { hasSessionEndedForGood } from "#web/lib/member-store.ts";
import { session } from "#web/lib/session.ts";

/**
 * Deletes drafts, unsent messages and crushes, what was done with advice, what was planned last, and unsaved changes of the
 * profile from this device after a logout or a suspension, unless a member has logged in meanwhile.
 */
export async function clearLocalData(): Promise<void> {
  if (session.read() !== null || !hasSessionEndedForGood()) return;
  draftStore.close(true);
  outboxStore.close(true);
  heldCrushes.close(true);
  forgetHabits();
  await Promise.all([
    draftStore.whenSaved(),
    outboxStore.whenSaved(),
    adviceDb.deleteOthers().catch(() => undefined),
    clearProfileDrafts(),
  ]);
}

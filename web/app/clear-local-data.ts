import { heldCrushes } from "#web/features/crushes/held-crushes.ts";
import { forgetHabits } from "#web/features/dates/date-habits.ts";
import { adviceDb } from "#web/features/messages/advice-db.ts";
import { draftStore } from "#web/features/messages/draft-store.ts";
import { outboxStore } from "#web/features/messages/outbox-store.ts";
import { clearProfileDrafts } from "#web/features/profile/profile-draft-db.ts";
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

import { drafts } from "#web/features/messages/draft.ts";
import { box } from "#web/features/messages/outbox-box.ts";
import { session } from "#web/lib/session.ts";

/**
 * After a logout or a suspension: leaves nothing on this device of what was written and not sent, unless somebody has logged
 * in meanwhile.
 */
export async function forgetUnsent(): Promise<void> {
  if (session.read() !== null || !session.isOver()) return;
  drafts.close(true);
  box.close(true);
  await Promise.all([drafts.settled(), box.settled()]);
}

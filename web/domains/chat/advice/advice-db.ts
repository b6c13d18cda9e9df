import type { StoredAdvice } from "#web/domains/chat/advice/advice-store.ts";
import { createMemberDb, type MemberDb } from "#web/lib/member-store.ts";
import { session } from "#web/lib/session.ts";

export type AdviceDb = MemberDb<StoredAdvice, [me: string, userId: string]>;

/** Apart from the store, which only the chat loads: other screens delete what it has stored. */
export const adviceDb: AdviceDb = createMemberDb("advice", ["me", "userId"]);

export function forgetAdvice(userId: string): void {
  const me = session.read()?.user._id;
  if (me !== undefined) adviceDb.remove([[me, userId]]).catch(() => undefined);
}

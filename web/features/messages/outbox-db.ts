import { createMemberDb, type MemberDb } from "#web/features/messages/member-idb.ts";
import type { OutgoingMessage } from "#web/features/messages/outbox.ts";

/** Where the outbox outlives the page. */
export type OutboxDb = MemberDb<OutgoingMessage, string>;

export const outboxDb: OutboxDb = createMemberDb("outbox", "clientId");

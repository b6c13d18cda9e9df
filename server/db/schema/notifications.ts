import type { Generated } from "kysely";
import type { PushMessage } from "#contract/notifications.ts";

export interface NotificationPreferencesTable {
  member_id: string;
  email_enabled: Generated<boolean>;
  crush_received: Generated<boolean>;
  new_message: Generated<boolean>;
  new_match: Generated<boolean>;
  low_crush_balance: Generated<boolean>;
  marketing: Generated<boolean>;
  /** Pushes name nobody, and not what they are about. */
  discreet: Generated<boolean>;
  /** When the last mail about a low balance went to be sent. */
  low_balance_mailed_at: Date | null;
}

/** A browser that a push service brings notifications to. It ends with the login it was made in. */
export interface PushSubscriptionsTable {
  id: string;
  member_id: string;
  session_id: string;
  /** The push service's address for this browser. */
  endpoint: string;
  /** The browser's public key, and the secret that it shares with us (RFC 8291). */
  p256dh: Buffer;
  auth: Buffer;
  created_at: Generated<Date>;
}

/** A socket whose page is being looked at, until a time unless it is renewed. */
export interface PresenceTable {
  socket_id: string;
  member_id: string;
  expires_at: Date;
}

/** One thing a member may be notified of; of messages, one conversation. */
export interface NotificationsTable {
  id: Generated<string>;
  member_id: string;
  cause: PushMessage["kind"];
  /** Null where the cause is about no other member. */
  other_id: string | null;
  state: "pending" | "dispatched" | "delivered" | "dropped";
  created_at: Generated<Date>;
  /** From when on the digest pushes it; null where it does not. */
  push_after: Date | null;
  /** From when on the digest emails it, where push reaches nobody. */
  email_after: Date;
  delivered_via: "push" | "email" | null;
  delivered_at: Date | null;
  /** Of a conversation: the sequence up to which messages were dispatched or dropped. */
  handled_through: Generated<number>;
  /** Of a conversation: the last sequence that an email was about. */
  emailed_through: Generated<number>;
}

import type { Generated } from "kysely";

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

/** A page that somebody looks at. */
export interface LooksTable {
  socket_id: string;
  member_id: string;
  until: Date;
}

/** A cause that nobody was told of yet, and that a mail will tell of. */
export interface NoticesTable {
  id: string;
  member_id: string;
  kind: "crush" | "match" | "low_balance";
  other_id: string | null;
  created_at: Generated<Date>;
}

/** One side of a conversation: the places up to which it was told of it by push, and by e-mail. */
export interface ConversationNoticesTable {
  pair_id: string;
  member_id: string;
  pushed_seq: Generated<number>;
  mailed_seq: Generated<number>;
}

export interface SweepsTable {
  name: string;
  upto: Date;
}

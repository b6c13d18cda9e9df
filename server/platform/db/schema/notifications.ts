import type { Generated } from "kysely";
import type { EventCauseName } from "#contract/notifications/notification-causes.ts";

export interface NotificationPreferencesTable {
  member_id: string;
  /** Flags of `contract/notifications/notification-causes.ts`. A new cause is on for everybody. `someoneNew` is never one of them. */
  disabled_flags: Generated<string[]>;
  /** When we last looked whether somebody new fits; null if the member does not want to know. */
  someone_new_looked_at: Date | null;
  /** Pushes and emails contain neither names nor causes. */
  discreet: Generated<boolean>;
  quiet_from: number | null;
  quiet_until: number | null;
  quiet_time_zone: string | null;
  low_balance_emailed_at: Date | null;
}

/** A browser's push subscription. It is deleted with the session that created it. */
export interface PushSubscriptionsTable {
  id: string;
  member_id: string;
  session_id: string;
  endpoint: string;
  /** The browser's public key and its shared authentication secret (RFC 8291). */
  p256dh: Buffer;
  auth: Buffer;
  created_at: Generated<Date>;
}

/** A socket whose page is visible. The row expires unless it is renewed. */
export interface PresenceTable {
  socket_id: string;
  member_id: string;
  expires_at: Date;
}

/** A pending or handled notification. For the cause `message` there is one per conversation. */
export interface NotificationsTable {
  id: Generated<string>;
  member_id: string;
  cause: EventCauseName;
  other_id: string | null;
  state: "pending" | "dispatched" | "delivered" | "dropped";
  created_at: Generated<Date>;
  /** When the digest may send it by push; null if it may not. */
  push_after: Date | null;
  /** When the digest may send it by email, if push reaches no browser. */
  email_after: Date;
  delivered_via: "push" | "email" | null;
  delivered_at: Date | null;
  /** Conversations only: the sequence up to which messages were dispatched or dropped. */
  handled_through: Generated<number>;
  /** Conversations only: the sequence of the latest message that was emailed. */
  emailed_through: Generated<number>;
}

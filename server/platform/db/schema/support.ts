import type { Generated } from "kysely";

export interface ContactMessagesTable {
  id: string;
  /** The idempotency key of the form. A repeated request stores no second message. */
  client_id: string | null;
  member_id: string | null;
  name: string;
  email: string;
  subject: string;
  message: string;
  /** The honeypot field was filled in: the message is stored but not emailed. */
  is_honeypot_hit: boolean;
  created_at: Generated<Date>;
  /** When the job that emails it was last enqueued. */
  queued_at: Generated<Date>;
  mailed_at: Date | null;
  resolved_at: Date | null;
}

export interface NewsletterSubscribersTable {
  id: string;
  email: string;
  email_normalized: string;
  state: Generated<"pending" | "confirmed" | "unsubscribed">;
  since: Generated<Date>;
  /** The hash of the unsubscribe token, which is derived from the address. */
  unsubscribe_hash: Buffer;
}

export interface NewsletterLinksTable {
  token_hash: Buffer;
  subscriber_id: string;
  expires_at: Date;
}

export interface BroadcastsTable {
  id: string;
  subject: string;
  body: string;
  created_at: Generated<Date>;
  /** Cursor: jobs exist for all members up to this id. */
  members_queued_up_to: string | null;
  subscribers_queued_up_to: string | null;
  queued_at: Date | null;
}

export interface BroadcastRecipientsTable {
  broadcast_id: string;
  address_hash: Buffer;
  job_id: string;
}

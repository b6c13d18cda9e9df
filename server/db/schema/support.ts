import type { Generated } from "kysely";

export interface ContactMessagesTable {
  id: string;
  /** The form's own name for it: sent again, it is the same message. */
  client_id: string | null;
  /** Who was logged in when it was sent. */
  member_id: string | null;
  name: string;
  email: string;
  subject: string;
  message: string;
  /** It fell into the trap for programs: kept, but not mailed. */
  is_honeypot_hit: boolean;
  created_at: Generated<Date>;
  /** When it was last given to the job that mails it. */
  queued_at: Generated<Date>;
  mailed_at: Date | null;
  resolved_at: Date | null;
}

export interface NewsletterSubscribersTable {
  id: string;
  email: string;
  email_normalized: string;
  state: Generated<"pending" | "confirmed" | "unsubscribed">;
  /** Since when it is in its state; a pending one since it was last asked for. */
  since: Generated<Date>;
  /** The hash of the token that unsubscribes it, which is made of the address anew each time. */
  unsubscribe_hash: Buffer;
}

export interface NewsletterLinksTable {
  token_hash: Buffer;
  subscriber_id: string;
  expires_at: Date;
}

/** What the operator wrote to everybody who wants it. */
export interface BroadcastsTable {
  id: string;
  subject: string;
  body: string;
  created_at: Generated<Date>;
  /** Up to whom, in the order of their ids, there are jobs for its mails. */
  members_queued_up_to: string | null;
  subscribers_queued_up_to: string | null;
  /** When there were jobs for all. */
  queued_at: Date | null;
}

/** An address that an announcement went to, or is about to go to. */
export interface BroadcastRecipientsTable {
  broadcast_id: string;
  address_hash: Buffer;
  /** The job whose mail it is. */
  job_id: string;
}

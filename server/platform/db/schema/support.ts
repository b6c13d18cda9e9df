import type { Generated } from "kysely";

/** The messages of one person and the answers to them: of a member, or of a visitor who can write back by a link. */
export interface ContactThreadsTable {
  id: string;
  /** As the writer knows it. */
  number: string;
  /** A member has one thread. Null for somebody who was not logged in. */
  member_id: string | null;
  last_message_at: Generated<Date>;
}

export interface ContactAnswersTable {
  id: string;
  thread_id: string;
  /** The hash of the token in its link. */
  token_hash: Buffer;
  words: string;
  /** See `actorOf`. */
  answered_by: string;
  created_at: Generated<Date>;
  /** When the job that emails it was last enqueued. */
  queued_at: Generated<Date>;
  mailed_at: Date | null;
}

export interface ContactMessagesTable {
  id: string;
  /** The idempotency key of the form. A repeated request stores no second message. */
  client_id: string | null;
  /** Null for a message of a bot. */
  thread_id: string | null;
  /** The answer that resolved it; null if it is open, or was resolved without one. */
  answer_id: string | null;
  member_id: string | null;
  name: string;
  email: string;
  subject: string;
  message: string;
  /** The honeypot field was filled in: the message is stored but not emailed. */
  is_honeypot_hit: boolean;
  /** Written by the link of an answer: whoever has the link, logged in or not. Name and address are those answered. */
  is_by_link: Generated<boolean>;
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

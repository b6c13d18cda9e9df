import type { Generated } from "kysely";

/** Not a member as such. */
export interface TrustedContactsTable {
  id: string;
  member_id: string;
  name: string;
  /** As they call the member. Only they read it. */
  known_as: string;
  email: string;
  /** A keyed hash of the address. */
  address_hash: Buffer;
  /** The token in all emails to the contact is derived from the id. */
  token_hash: Buffer;
  state: Generated<"pending" | "confirmed">;
  asked_at: Date;
  confirmed_at: Date | null;
}

/** An address that does not want to be asked. */
export interface RefusedContactsTable {
  /** A keyed hash of it. */
  address_hash: Buffer;
  /** Null: refuses questions of everybody. */
  member_id: string | null;
  /** Keyed hashes of that member's mailboxes, as of `identities`: their next account does not ask it either. */
  mailbox_hashes: Buffer[] | null;
  refused_at: Date;
}

export interface DateSharesTable {
  id: string;
  member_id: string;
  contact_id: string;
  /** Null once the message is gone with an account. */
  message_id: string | null;
  relationship_id: string | null;
  /** The page's token is derived from the id. */
  token_hash: Buffer;
  /** The contact is informed if the member does not say that they are back. */
  check_back: boolean;
  created_at: Date;
  withdrawn_at: Date | null;
  /** This and the next two are copied when the date begins: what happens to the card afterwards changes no question. */
  starts_at: Date | null;
  ends_at: Date | null;
  summary: string | null;
  ask_at: Date | null;
  asked_at: Date | null;
  /** Unless the member answers before. */
  tell_at: Date | null;
  /** How often the member has asked to be asked later. */
  delays: Generated<number>;
  answer: "back" | "tell" | null;
  answered_at: Date | null;
  told_at: Date | null;
}

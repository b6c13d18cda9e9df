import type { Generated } from "kysely";

/** A person whom a member wants to tell about their dates. Not a member as such. */
export interface TrustedContactsTable {
  id: string;
  member_id: string;
  /** As the member calls them. */
  name: string;
  /** As they call the member. Only they read it. Null if they were asked by a version without it. */
  known_as: string | null;
  email: string;
  /** A keyed hash of the address. */
  address_hash: Buffer;
  /** Of the token in all emails to the contact, which is derived from the id. */
  token_hash: Buffer;
  state: Generated<"pending" | "confirmed">;
  asked_at: Date;
  confirmed_at: Date | null;
}

/** An address that does not want to be asked. */
export interface RefusedContactsTable {
  /** A keyed hash of it. */
  address_hash: Buffer;
  /** Who does not ask it again; null for everybody. */
  member_id: string | null;
  /** Keyed hashes of that member's mailboxes, as of `identities`: their next account does not ask it either. */
  mailbox_hashes: Buffer[] | null;
  refused_at: Date;
}

/** A workout date that a member shares with a trusted contact. */
export interface DateSharesTable {
  id: string;
  member_id: string;
  contact_id: string;
  /** Null once the message is gone with an account. */
  message_id: string | null;
  /** That of the message. Null, too, in rows of versions without it. */
  relationship_id: string | null;
  /** Of the token of the page, which is derived from the id. */
  token_hash: Buffer;
  /** Whether the contact is told if the member does not say that they are back. */
  check_back: boolean;
  created_at: Date;
  withdrawn_at: Date | null;
  /** This and the next two are copied when the date begins: what happens to the card afterwards changes no question. */
  starts_at: Date | null;
  ends_at: Date | null;
  summary: string | null;
  /** When the member is asked whether they are back; null if nothing is to be asked. */
  ask_at: Date | null;
  asked_at: Date | null;
  /** When the contact is told, unless the member answers before. */
  tell_at: Date | null;
  /** How often the member has asked to be asked later. */
  delays: Generated<number>;
  answer: "back" | "tell" | null;
  answered_at: Date | null;
  told_at: Date | null;
}

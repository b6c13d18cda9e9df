import type { Generated, Insertable } from "kysely";

/** The count of a rate limit in the window that ends at `ends_at`. */
export interface RateLimitsTable {
  /** A keyed hash. */
  key: Buffer;
  count: number;
  ends_at: Date;
}

/** The usage of a member limit in the window that ends at `ends_at`. */
export interface MemberUsageTable {
  member_id: string;
  kind: string;
  count: Generated<number>;
  /** The distinct people counted so far, as keyed hashes of 8 bytes. */
  people: Generated<Buffer>;
  ends_at: Date;
}

export interface SecurityEventsTable {
  id: string;
  /** When the first of `count` occurrences happened. */
  occurred_at: Generated<Date>;
  last_occurred_at: Generated<Date>;
  count: Generated<number>;
  /** A keyed hash of the fields that make two events equal. */
  coalesce_key: Buffer | null;
  kind: string;
  outcome: string;
  /** Not a foreign key, because an event outlives the account. */
  member_id: string | null;
  /** Keyed hashes of the attempted account and of the client's network. */
  subject_hash: Buffer | null;
  network_hash: Buffer | null;
  device: Generated<string>;
  /** JSON. */
  details: string;
}

export type NewSecurityEvent = Insertable<SecurityEventsTable>;

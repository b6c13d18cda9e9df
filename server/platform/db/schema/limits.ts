import type { Generated, Insertable } from "kysely";

export interface RateLimitsTable {
  /** A keyed hash. */
  key: Buffer;
  count: number;
  ends_at: Date;
}

export interface MemberUsageTable {
  member_id: string;
  kind: string;
  count: Generated<number>;
  /** Keyed hashes of 8 bytes. */
  people: Generated<Buffer>;
  ends_at: Date;
}

export interface SecurityEventsTable {
  id: string;
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

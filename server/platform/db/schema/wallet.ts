import type { Generated, Insertable, Selectable } from "kysely";

export interface WalletsTable {
  id: string;
  member_id: string | null;
  balance: Generated<number>;
}

/** One claim of the free credits per address. */
export interface WelcomeClaimsTable {
  /** A keyed hash of the address. */
  hash: Buffer;
  claimed_at: Generated<Date>;
}

/** `returned`: the recipient of a crush never opened it. */
export type LedgerKind = "sent" | "received" | "purchased" | "bonus" | "refund" | "withdrawal" | "returned";

export interface LedgerEntriesTable {
  id: string;
  wallet_id: string;
  kind: LedgerKind;
  change: number;
  /** The cause. Unique per wallet and kind, so that nothing is booked twice. */
  source: string;
  other_id: string | null;
  created_at: Generated<Date>;
}

export type LedgerEntry = Selectable<LedgerEntriesTable>;
export type NewLedgerEntry = Insertable<LedgerEntriesTable>;

import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";

/** The keys of PostgreSQL's advisory locks. The numbers are arbitrary; each database has its own. */
export const ADVISORY_LOCKS = {
  /** Held exclusively by the process that uses an embedded data folder. */
  dataFolder: 7_768_837,
  /** Held shared by each command that connects to an embedded server; the one that started it stops it after the last. */
  embeddedClients: 7_768_839,
  /** Held by a backup while it copies the files that its snapshot names. Nothing deletes files meanwhile. */
  photoFiles: 7_768_840,
  /** Held by a restore: two of them must not fill the same database. */
  restore: 7_768_843,
  /** Held while privileges are granted: two processes cannot change the same catalog rows. */
  grants: 7_768_844,
} as const;

/** Serializes the transactions that lock the same name, until each one ends. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

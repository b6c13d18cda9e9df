import { sql } from "kysely";
import type { Tx } from "#server/platform/db/client.ts";

/** The keys of PostgreSQL's advisory locks. The numbers are arbitrary; each database has its own. */
export const ADVISORY_LOCKS = {
  /** Held exclusively by the process that uses an embedded data folder. */
  dataFolder: 7_768_837,
  /** Shared by each command on an embedded server. The one that started it stops it after the last release. */
  embeddedClients: 7_768_839,
  /** Held by a backup while it copies image files. Jobs that delete image files wait for it. */
  photoFiles: 7_768_840,
  /** Held by a restore, so that two restores cannot fill the same database. */
  restore: 7_768_843,
  /** Held while privileges are granted, because two processes cannot change the same catalog rows. */
  grants: 7_768_844,
  /** Held while migrations are applied. */
  migrations: 7_768_845,
  /** Held while images are copied between stores. */
  photoMigration: 7_768_846,
} as const;

/** Serializes transactions that lock the same name. PostgreSQL releases the lock when the transaction ends. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Waits for transactions that lock the same name with `lockName`, and they for this one; not for others like this. */
export async function lockNameShared(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx);
}

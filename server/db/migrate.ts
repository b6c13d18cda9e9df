import { promises as fs } from "node:fs";
import path from "node:path";
import { FileMigrationProvider, Migrator } from "kysely/migration";
import type { Db } from "#server/db/client.ts";

const migrator = (db: Db) =>
  new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: path.join(import.meta.dirname, "migrations") }),
  });

/** Migrates the database to the latest schema. Several processes may call it concurrently. @throws the first failure */
export async function migrate(db: Db): Promise<void> {
  const { error } = await migrator(db).migrateToLatest();
  if (error) throw error;
}

/**
 * Migrates an empty database to the schema of a backup.
 * @param names the backup's migrations, in order
 * @throws Error if they are not a prefix of the current migrations, or the first failure
 */
export async function migrateTo(db: Db, names: readonly string[]): Promise<void> {
  const known = (await migrator(db).getMigrations()).map(({ name }) => name);
  const last = names.at(-1);
  if (last === undefined || names.some((name, i) => name !== known[i]))
    throw new Error("The backup has an unknown schema. Restore it with the version of Spotter that created it.");
  const { error } = await migrator(db).migrateTo(last);
  if (error) throw error;
}

/** Whether all migrations are applied. */
export async function isMigrated(db: Db): Promise<boolean> {
  const all = await migrator(db).getMigrations();
  return all.every((migration) => migration.executedAt !== undefined);
}

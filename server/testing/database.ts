import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "#server/db/client.ts";

async function asAdmin(sql: string): Promise<void> {
  const { host, user } = inject("postgres");
  const admin = new pg.Client({ host, user, database: "postgres" });
  await admin.connect();
  await admin.query(sql).finally(() => admin.end());
}

export interface TestDatabase extends Database {
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Closes it and throws it away. */
  drop(): Promise<void>;
}

/** A database as DATABASE_URL names it. */
export const urlOf = ({ host, user, database }: TestDatabase["connection"]): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;

/** A database of one's own, empty but for the schema. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const { host, user, template } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${name} template ${template} strategy file_copy`);
  const connection = { host, user, database: name };
  const database = openDatabase(connection, () => undefined);
  const drop = async () => {
    await database.close();
    await asAdmin(`drop database ${name} with (force)`);
  };
  return { ...database, connection, drop };
}

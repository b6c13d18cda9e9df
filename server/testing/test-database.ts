import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/client.ts";
import type { SocketConnection } from "#server/platform/db/embedded.ts";

async function runAsSuperuser(...statements: readonly string[]): Promise<void> {
  const { host, superuser } = inject("postgres");
  const admin = new pg.Client({ host, user: superuser, database: "postgres" });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}

export interface TestDatabase extends Database {
  /** Connects as the app's role, as the app does. */
  readonly connection: SocketConnection;
  /** Connects as the owner of the tables. */
  readonly owner: SocketConnection;
  /** Connects as the superuser, for statements that the app may not run. */
  readonly admin: SocketConnection;
  drop(): Promise<void>;
}

/** Copies the template: a database with the schema and no rows. @param empty creates one without a schema */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const { host, superuser, owner, app, template: prepared } = inject("postgres");
  const template = empty ? "template0" : prepared;
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runAsSuperuser(
    `create database ${name} template ${template} strategy file_copy owner ${owner}`,
    // Privileges on the database itself are not copied.
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${app}`,
  );
  const as = (user: string): SocketConnection => ({ host, user, database: name });
  const database = openDatabase(as(app), () => undefined);
  const drop = async () => {
    await database.close();
    await runAsSuperuser(`drop database ${name} with (force)`);
  };
  return { ...database, connection: as(app), owner: as(owner), admin: as(superuser), drop };
}

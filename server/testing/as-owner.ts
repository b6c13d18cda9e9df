import pg from "pg";
import type { TestApp } from "#server/testing/test-app.ts";

/** Runs a statement as the role that owns the tables, for what the app's role may not change. */
export async function runAsOwner({ database }: TestApp, statement: string): Promise<void> {
  const owner = new pg.Client(database.owner);
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

import pg from "pg";
import type { TestApp } from "#server/testing/test-app.ts";

export async function runAsOwner({ database }: TestApp, statement: string): Promise<void> {
  const owner = new pg.Client(database.owner);
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

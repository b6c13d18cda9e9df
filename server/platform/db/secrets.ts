import { randomBytes } from "node:crypto";
import type { Db } from "#server/platform/db/client.ts";

/** The first call creates it, and all processes share it. */
export async function readSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto("secrets")
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirstOrThrow()).value;
}

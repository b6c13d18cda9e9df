import { randomBytes } from "node:crypto";
import type { Db } from "#server/db/client.ts";

/** A secret of 32 random bytes, created at the first call and shared by all processes. */
export async function readSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto("secrets")
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirstOrThrow()).value;
}

import { sql } from "kysely";
import { lockName } from "#server/platform/db/advisory-locks.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** Serializes the sending of links to a member. */
export async function lockExportLinks(tx: Tx, memberId: string): Promise<void> {
  await lockName(tx, `export link ${memberId}`);
}

/** Revokes the links before it. */
export async function insertExportLink(
  tx: Tx,
  link: { readonly id: string; readonly member_id: string; readonly token_hash: Buffer },
): Promise<Date> {
  await tx
    .updateTable("export_links")
    .set({ revoked_at: sql`now()` })
    .where("member_id", "=", link.member_id)
    .where("revoked_at", "is", null)
    .execute();
  const { created_at } = await tx
    .insertInto("export_links")
    .values(link)
    .returning("created_at")
    .executeTakeFirstOrThrow();
  return created_at;
}

export async function countLinkDownload(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("export_links").set({ downloads: sql`downloads + 1` }).where("id", "=", id).execute();
}

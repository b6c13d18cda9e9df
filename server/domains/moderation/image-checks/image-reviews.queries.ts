import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

/** Where an image is: a photo of a profile, or an attachment. Its owner is the member who uploaded it. */
export interface ImagePlace {
  readonly kind: "photo" | "attachment";
  readonly ownerId: string;
  readonly id: string;
  readonly storedAt: Date;
}

/** Undefined if its owner has deleted it. Files retained for reports are nowhere. */
export async function findImagePlace(db: Db, key: string): Promise<ImagePlace | undefined> {
  const { rows } = await sql<ImagePlace>`
    select 'photo' as kind, member_id as "ownerId", id, created_at as "storedAt" from photos where key = ${key}
    union all
    select 'attachment', sender_id, id, created_at from messages where attachment_key = ${key}`.execute(db);
  return rows[0];
}

/** The image of a photo or of a message, by the id of either. Undefined if it is deleted, or has no image. */
export async function findImage(
  db: Db,
  id: string,
): Promise<{ readonly key: string; readonly ownerId: string } | undefined> {
  const { rows } = await sql<{ key: string; ownerId: string }>`
    select key, member_id as "ownerId" from photos where id = ${id}
    union all
    select attachment_key, sender_id from messages where id = ${id} and attachment_key is not null`.execute(db);
  return rows[0];
}

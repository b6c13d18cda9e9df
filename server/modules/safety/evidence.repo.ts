import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";

/** A message as a report keeps it; of a deleted one what is retained of it. */
export interface EvidenceRow {
  readonly id: string;
  readonly seq: number;
  readonly sender_id: string;
  readonly kind: "text" | "image";
  readonly content: string;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
  readonly picture_key: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly blur: string | null;
}

/**
 * The latest messages of a conversation, up to and with a place (or all), oldest first. One statement reads what stands and
 * what is retained, so a message that is being deleted is seen in one of the two.
 */
export async function findEvidence(
  db: Db,
  pairId: string,
  limit: number,
  upTo: number | undefined,
): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    select id, seq, sender_id, kind, coalesce(retained.content, messages.content) as content, created_at, deleted_at,
      coalesce(messages.picture_key, retained.picture_key) as picture_key, coalesce(retained.width, messages.width) as width,
      coalesce(retained.height, messages.height) as height, coalesce(retained.blur, messages.blur) as blur
    from messages
    left join retained_messages as retained on message_id = id and purge_after > now()
    where pair_id = ${pairId} and (deleted_at is null or message_id is not null)
      and (${upTo ?? null}::bigint is null or seq <= ${upTo ?? null}::bigint)
    order by seq desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** A message's place in a conversation, deleted or not; undefined where it is not of this one. */
export async function findPlace(db: Db, pairId: string, messageId: string): Promise<number | undefined> {
  const message = db.selectFrom("messages").select("seq").where("pair_id", "=", pairId).where("id", "=", messageId);
  return (await message.executeTakeFirst())?.seq;
}

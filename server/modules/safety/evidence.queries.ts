import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";

/** A message as a report keeps it; of a deleted one the retained content. */
export interface EvidenceRow {
  readonly id: string;
  readonly sequence: number;
  readonly sender_id: string;
  readonly kind: "text" | "image";
  readonly content: string;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
  readonly attachment_key: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly thumbhash: string | null;
}

/**
 * The latest messages of a conversation up to and including a sequence, or of all, oldest first. One statement reads both
 * messages and retained ones, so it does not miss a message that is being deleted.
 */
export async function findEvidence(
  db: Db,
  relationshipId: string,
  limit: number,
  upTo: number | undefined,
): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    select id, sequence, sender_id, kind, coalesce(retained.content, messages.content) as content, created_at, deleted_at,
      coalesce(messages.attachment_key, retained.attachment_key) as attachment_key,
      coalesce(retained.width, messages.width) as width, coalesce(retained.height, messages.height) as height,
      coalesce(retained.thumbhash, messages.thumbhash) as thumbhash
    from messages
    left join retained_messages as retained on message_id = id and purge_after > now()
    where relationship_id = ${relationshipId} and (deleted_at is null or message_id is not null)
      and (${upTo ?? null}::bigint is null or sequence <= ${upTo ?? null}::bigint)
    order by sequence desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** A message's sequence, deleted or not; undefined if it is in another conversation. */
export const findMessageSequence = async (
  db: Db,
  relationshipId: string,
  messageId: string,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom("messages")
      .select("sequence")
      .where("relationship_id", "=", relationshipId)
      .where("id", "=", messageId)
      .executeTakeFirst()
  )?.sequence;

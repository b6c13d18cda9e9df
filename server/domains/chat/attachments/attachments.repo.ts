import { sql } from "kysely";
import type { MessagePlace } from "#server/domains/chat/messages/messages.queries.ts";
import { insertMessage, updateMessage } from "#server/domains/chat/messages/messages.statements.ts";
import { releaseMessages } from "#server/domains/member-data/retention/retention.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { CheckState } from "#server/platform/db/schema/image-checks.ts";

export interface NewAttachmentRow {
  readonly id: string;
  readonly relationship_id: string;
  readonly sequence: number;
  readonly revision: number;
  readonly sender_id: string;
  readonly client_id: string | null;
  readonly reply_to_sequence: number | null;
  readonly attachment_key: string;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
  readonly check_state: CheckState | null;
}

export const insertAttachment = (tx: Tx, image: NewAttachmentRow): Promise<void> =>
  insertMessage(tx, { ...image, kind: "image", content: "" });

/** Sets why only its sender sees an attachment; null if the other member sees it, too. */
export async function updateCheckState(
  tx: Tx,
  place: MessagePlace,
  { state, revision }: { state: CheckState | null; revision: number },
): Promise<void> {
  await updateMessage(tx, place).set({ check_state: state, revision }).execute();
}

/**
 * Undoes `eraseMessage` for an attachment that is still retained. Needs its relationship's lock.
 * @returns whether there was one
 */
export async function restoreAttachmentRow(
  tx: Tx,
  { id, relationshipId }: MessagePlace,
  { state, revision }: { state: CheckState | null; revision: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update messages set attachment_key = kept.attachment_key, width = kept.width, height = kept.height,
      thumbhash = kept.thumbhash, deleted_at = null, check_state = ${state}, revision = ${revision}
    from retained_messages as kept
    where messages.id = ${id} and messages.relationship_id = ${relationshipId} and message_id = messages.id
      and deleted_at is not null
      and kept.attachment_key is not null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes what is retained of a message. */
export const releaseMessage = (tx: Tx, id: string) => releaseMessages(tx, sql<boolean>`messages.id = ${id}`);

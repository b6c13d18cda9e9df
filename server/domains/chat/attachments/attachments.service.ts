import * as z from "zod/mini";
import { attachmentFields, type Message } from "#contract/chat/messages.ts";
import type { Remaining } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { findWallet } from "#server/domains/billing/wallet/wallet.queries.ts";
import { assertAttachmentAffordable, chargeAttachment } from "#server/domains/billing/wallet/wallet.service.ts";
import { insertAttachment } from "#server/domains/chat/attachments/attachments.repo.ts";
import {
  emitSent,
  findAlreadySent,
  findQuotedOf,
  findWinner,
  getWritableRelationship,
} from "#server/domains/chat/messages/message-send.service.ts";
import { presentMessage } from "#server/domains/chat/messages/messages.present.ts";
import { findMessage, type MessageRow } from "#server/domains/chat/messages/messages.queries.ts";
import { consumeLimit } from "#server/domains/members/member-limits/member-limits.service.ts";
import { assertMaySend } from "#server/domains/members/member-limits/sending.service.ts";
import { assertCanAct, viewerContext } from "#server/domains/members/members.service.ts";
import { processImages, type StoredImage, storeWithClaim } from "#server/domains/members/photos/photos.service.ts";
import {
  assertAnswered,
  lockMatch,
  unansweredFor,
} from "#server/domains/members/relationships/relationships.service.ts";
import { nextSequence } from "#server/domains/members/relationships/relationships.statements.ts";
import { beginImageChecks } from "#server/domains/moderation/image-checks/image-checks.statements.ts";
import { notify } from "#server/domains/notifications/notifications.service.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Upload } from "#server/platform/http/multipart-upload.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";

interface Attachment {
  readonly receiverId: string;
  readonly clientId?: string | undefined;
  readonly replyToSequence: number | null;
  readonly image: StoredImage;
}

/** @throws AppError invalid */
function parseFields(fields: Upload["fields"]): z.output<typeof attachmentFields> {
  const read = z.safeParse(attachmentFields, fields);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw AppError.field("invalid", String(issue?.path[0] ?? "receiverId"), issue?.message);
}

/** The message and the charge are one transaction. */
async function insertAttachmentMessage(
  ctx: Context,
  tx: Tx,
  me: Caller,
  { receiverId, clientId, replyToSequence, image }: Attachment,
): Promise<{ row: MessageRow; unanswered: Remaining | undefined }> {
  const side = await lockMatch(tx, me.id, receiverId);
  await assertCanAct(tx, me.id);
  await assertMaySend(ctx, tx, me.id);
  assertAnswered(ctx, side);
  const { sequence, revision, run } = await nextSequence(tx, side);
  const id = newTimeOrderedId();
  const { key: attachment_key, width, height, thumbhash } = image;
  const { relationship_id } = side;
  const about = { id, relationship_id, sequence, revision, sender_id: me.id, client_id: clientId ?? null };
  const reply = { reply_to_sequence: replyToSequence };
  const check_state = await beginImageChecks(ctx, tx, [attachment_key]);
  await insertAttachment(tx, { ...about, ...reply, attachment_key, width, height, thumbhash, check_state });
  await chargeAttachment(tx, { senderId: me.id, recipientId: receiverId, messageId: id });
  await consumeLimit(ctx, tx, "messages", me.id);
  const row = await findMessage(tx, { id, relationshipId: relationship_id });
  if (!row) throw new Error("the stored message is missing");
  emitSent(ctx, tx, row, revision);
  await notify(ctx, tx, { cause: "message", memberId: receiverId, otherId: me.id });
  return { row, unanswered: unansweredFor(ctx, run) };
}

const ERROR_CODES = { unreadable: "attachment_unsupported_type", tooLarge: "attachment_too_large" } as const;

/** @returns the message, if it was sent before @throws AppError if it cannot be sent */
async function findSentOrAssertAllowed(ctx: Context, me: Caller, fields: Upload["fields"]) {
  const { receiverId, clientId } = parseFields(fields);
  const earlier = await findAlreadySent(ctx, me.id, receiverId, clientId);
  if (earlier) return earlier;
  await assertMaySend(ctx, ctx.db, me.id);
  assertAnswered(ctx, await getWritableRelationship(ctx.db, me.id, receiverId));
  await assertAttachmentAffordable(ctx.db, me.id);
  return undefined;
}

/**
 * Before the bytes are read, if the fields came first. Clients other than ours may send them last.
 * @throws AppError as `sendAttachment` does
 */
export async function assertAttachmentAllowed(ctx: Context, me: Caller, fields: Upload["fields"]): Promise<void> {
  if ("receiverId" in fields) await findSentOrAssertAllowed(ctx, me, fields);
}

/**
 * For one credit unless sending is free. A refused attachment costs nothing, and is refused before the image is
 * processed where possible.
 * @throws AppError attachment_unsupported_type, attachment_too_large, attachment_out_of_crushes, unauthorized,
 * messaging_restricted, email_unconfirmed, profile_not_found, not_matched, blocked, invalid, unanswered_limit,
 * message_rate_limit
 */
export async function sendAttachment(ctx: Context, me: Caller, { uploader, files, fields }: Upload) {
  const present = async (message: Message, unanswered?: Remaining) => {
    const { balance } = await findWallet(ctx.db, me.id);
    return { message, remainingCrushes: balance, unanswered };
  };
  const { receiverId, clientId, replyToId } = parseFields(fields);
  const earlier = await findSentOrAssertAllowed(ctx, me, fields);
  if (earlier) return present(earlier);
  const replyToSequence = (await findQuotedOf(ctx, me.id, { receiverId, replyToId }))?.reply_to_sequence ?? null;
  if (files.length === 0) throw AppError.field("invalid", "image", "Choose a picture");
  const images = await processImages(ctx, uploader, files, ERROR_CODES);
  try {
    const { row, unanswered } = await storeWithClaim(ctx, images, (tx, [image]) => {
      if (!image) throw new Error("the stored image is missing");
      return insertAttachmentMessage(ctx, tx, me, { receiverId, clientId, replyToSequence, image });
    });
    return await present(presentMessage(row, viewerContext(ctx, me.id)), unanswered);
  } catch (error) {
    // A concurrent request with the same client id won.
    return present(await findWinner(ctx, error, me.id, { receiverId, clientId }));
  }
}

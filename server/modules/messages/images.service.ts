import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { PHOTO_BYTES_MAX } from "#contract/limits.ts";
import { attachmentFields, type Message } from "#contract/messages.ts";
import type { Remaining } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { brokenConstraint, type Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import type { Upload } from "#server/http/multipart-upload.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { newTimeId } from "#server/lib/ids.ts";
import { consumeLimit } from "#server/modules/member-limits/member-limits.service.ts";
import { requireMyself, requireThere, viewingOf } from "#server/modules/members/members.service.ts";
import { presentMessage } from "#server/modules/messages/messages.present.ts";
import { findMessage, insertImage, type ShownRow } from "#server/modules/messages/messages.repo.ts";
import { findRepeated, requireOpen, tellSent } from "#server/modules/messages/sending.service.ts";
import { makePictures, type StoredPicture, storePictures, takeUpload } from "#server/modules/photos/photos.service.ts";
import {
  lockMatch,
  nextPlace,
  requireAnswered,
  unansweredOf,
} from "#server/modules/relationships/relationships.service.ts";
import { bookImage, requireImageCredit, walletOf } from "#server/modules/wallet/wallet.service.ts";

interface Image {
  readonly receiverId: string;
  readonly clientId?: string | undefined;
  readonly picture: StoredPicture;
}

/** Who is sent to and under which name. @throws AppError invalid */
function readFields(fields: Upload["fields"]): z.output<typeof attachmentFields> {
  const read = z.safeParse(attachmentFields, fields);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw AppError.field("invalid", String(issue?.path[0] ?? "receiverId"), issue?.message);
}

/** Gives a picture its place in the conversation, and charges for it in the same transaction. */
async function placeImage(
  ctx: Context,
  tx: Tx,
  me: Caller,
  { receiverId, clientId, picture }: Image,
): Promise<{ row: ShownRow; unanswered: Remaining | undefined }> {
  const held = await lockMatch(tx, me.id, receiverId);
  await requireMyself(tx, me.id);
  await requireThere(tx, receiverId);
  requireAnswered(ctx, held, me.id);
  const pair = await nextPlace(tx, held, me.id);
  const { last_seq: seq, rev } = pair;
  const id = newTimeId();
  const { key: picture_key, width, height, blur } = picture;
  const about = { id, pair_id: pair.id, seq, rev, sender_id: me.id, client_id: clientId ?? null };
  await insertImage(tx, { ...about, picture_key, width, height, blur });
  await bookImage(tx, { senderId: me.id, recipientId: receiverId, messageId: id });
  await consumeLimit(ctx, tx, "messages", me.id);
  const row = await findMessage(tx, id);
  if (!row) throw new Error("a message that was just stored is gone");
  tellSent(ctx, tx, row, { rev, pairId: pair.id });
  return { row, unanswered: unansweredOf(ctx, pair, me.id) };
}

const FORM = {
  field: "image",
  files: 1,
  bytes: PHOTO_BYTES_MAX,
  fields: 2,
  tooLarge: "attachment_too_large",
  tooMany: "invalid",
} as const;
const REFUSALS = { unreadable: "attachment_unsupported_type", tooLarge: "attachment_too_large" } as const;

/**
 * Sends a picture to a match, for one credit unless sending is free. What is refused is refused before the picture is
 * read or worked on, where that is known by then, and costs nothing.
 * @throws AppError attachment_unsupported_type, attachment_too_large, attachment_out_of_crushes, unauthorized, profile_not_found, not_matched, blocked,
 * invalid, unanswered_limit, message_rate_limit
 */
export async function sendImage(ctx: Context, me: Caller, request: FastifyRequest) {
  const answer = async (message: Message, unanswered?: Remaining) => {
    const { balance } = await walletOf(ctx.db, me.id);
    return { message, remainingCrushes: balance, unanswered };
  };
  /** @returns the message, where it is there already @throws AppError where it cannot be sent */
  const look = async (fields: Upload["fields"]) => {
    const { receiverId, clientId } = readFields(fields);
    const before = await findRepeated(ctx, me.id, receiverId, clientId);
    if (before) return before;
    requireAnswered(ctx, await requireOpen(ctx.db, me.id, receiverId), me.id);
    await requireImageCredit(ctx.db, me.id);
    return undefined;
  };
  // Other clients than ours may send the fields behind the picture.
  const check = async (fields: Upload["fields"]) => {
    if ("receiverId" in fields) await look(fields);
  };
  return takeUpload(ctx, request, me.id, { ...FORM, check }, async ({ sender, files, fields }) => {
    const { receiverId, clientId } = readFields(fields);
    const before = await look(fields);
    if (before) return answer(before);
    if (files.length === 0) throw AppError.field("invalid", "image", "Choose a picture");
    const made = await makePictures(ctx, sender, files, REFUSALS);
    try {
      const { row, unanswered } = await storePictures(ctx, made, (tx, [picture]) => {
        if (!picture) throw new Error("a picture that was just stored is gone");
        return placeImage(ctx, tx, me, { receiverId, clientId, picture });
      });
      return await answer(presentMessage(row, viewingOf(ctx, me.id)), unanswered);
    } catch (error) {
      // The same one came in the same moment.
      const same = brokenConstraint(error) === "messages_sender_id_client_id_key";
      const earlier = same ? await findRepeated(ctx, me.id, receiverId, clientId) : undefined;
      if (!earlier) throw error;
      return answer(earlier);
    }
  });
}

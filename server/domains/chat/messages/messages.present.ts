import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Message, MessageReaction, Quote } from "#contract/chat/messages.ts";
import { QUOTE_MAX } from "#contract/chat/reactions.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import type { MessageRow, StoredDate } from "#server/domains/chat/messages/messages.queries.ts";
import type { ViewerContext } from "#server/domains/members/members.present.ts";
import { factsOf } from "#server/domains/training/workout-dates/workout-dates.policy.ts";
import type { AgreedDetails, MessageSide } from "#server/platform/db/schema/relationships.ts";

/** The sender sees the time of the read receipt, the reader that of reading. */
const readAtFor = ({ sender_id, read_at, receipt_at }: MessageRow, viewerId: string): string | null =>
  (sender_id === viewerId ? receipt_at : read_at)?.toISOString() ?? null;

function presentAttachment(
  row: MessageRow,
  { viewerId, photoUrls }: ViewerContext,
): Pick<Message, "imageUrl" | "image" | "imageCheck"> {
  if (row.attachment_key === null) return { imageUrl: null, image: null };
  // A review is between the sender and us.
  if (row.check_state !== null && row.sender_id !== viewerId)
    return { imageUrl: null, image: null, imageCheck: "pending" };
  const { full, medium, thumb } = photoUrls.of(row.attachment_key, viewerId);
  const { width, height, thumbhash } = row;
  return {
    imageUrl: full,
    image: { mediumUrl: medium, thumbnailUrl: thumb, width: width ?? 0, height: height ?? 0, blur: thumbhash ?? "" },
    ...(row.check_state !== null && { imageCheck: row.check_state }),
  };
}

export function presentReactions(
  row: Pick<MessageRow, "sender_id" | "receiver_id" | "sender_reaction" | "receiver_reaction">,
): MessageReaction[] {
  const { sender_id, receiver_id, sender_reaction, receiver_reaction } = row;
  return [
    ...(sender_reaction ? [{ by: sender_id, emoji: sender_reaction }] : []),
    ...(receiver_reaction ? [{ by: receiver_id, emoji: receiver_reaction }] : []),
  ];
}

function presentQuote(row: MessageRow): Quote | null {
  const { quoted_id, quoted_sender_id, quoted_kind, quoted_content } = row;
  if (quoted_id === null || quoted_sender_id === null || quoted_kind === null) return null;
  return {
    _id: quoted_id,
    sender: { _id: quoted_sender_id },
    messageType: quoted_kind,
    excerpt: Array.from(quoted_content ?? "")
      .slice(0, QUOTE_MAX)
      .join(""),
    isDeleted: row.quoted_deleted_at !== null,
  };
}

const presentAgreed = ({ sport, minutes, place, effort }: Omit<AgreedDetails, "timeZone">) => ({
  sport,
  minutes,
  place,
  ...(effort && { effort }),
});

function presentDate(row: MessageRow, date: StoredDate, { viewerId, calendarUrls }: ViewerContext): WorkoutDate {
  const memberOf = (side: MessageSide) => (side === "sender" ? row.sender_id : row.receiver_id);
  const { state, version, starts_at } = date;
  const { times, earlier, onMyWay } = factsOf(date);
  const epoch = row.links_epochs?.[row.sender_id === viewerId ? "sender" : "receiver"];
  return {
    ...presentAgreed(date),
    times,
    timeZone: date.time_zone,
    state,
    version,
    changedBy: date.changed_by && memberOf(date.changed_by),
    changedAt: new Date(date.changed_at).toISOString(),
    turn: date.turn && memberOf(date.turn),
    earlier: date.earlier && earlier && { ...presentAgreed(date.earlier), ...earlier },
    onMyWay: onMyWay.map(memberOf),
    calendarUrl:
      starts_at === null ? null : calendarUrls.of({ messageId: row.id, memberId: viewerId, epoch: epoch ?? 0 }),
    ...(date.last_act === "keep" && { kept: true }),
    ...(row.trained_together && { trainedTogether: true }),
  };
}

/** Only its sender sees the `clientId`. */
export const presentMessage = (row: MessageRow, viewer: ViewerContext): Message => ({
  _id: row.id,
  conversationId: conversationIdOf(row.sender_id, row.receiver_id),
  sender: { _id: row.sender_id, username: row.username },
  content: row.content,
  messageType: row.kind,
  ...presentAttachment(row, viewer),
  ...(row.date && { date: presentDate(row, row.date, viewer) }),
  createdAt: row.created_at.toISOString(),
  read: readAtFor(row, viewer.viewerId) !== null,
  readAt: readAtFor(row, viewer.viewerId),
  seq: row.sequence,
  clientId: row.sender_id === viewer.viewerId ? row.client_id : null,
  reactions: presentReactions(row),
  replyTo: presentQuote(row),
});

import type { Conversation } from "#contract/chat/messages.ts";
import { CONVERSATIONS_PAGE } from "#contract/limits.ts";
import type { MemberSummary } from "#contract/schemas.ts";

/** The call that loads the first page of the list. */
export const FIRST_PAGE_CALL = `/api/messages/conversations?limit=${CONVERSATIONS_PAGE}`;

type LastMessage = NonNullable<Conversation["lastMessage"]>;

/** A workout date names the member whose turn it is. */
const isTurnOf = (me: string, { sender, turn }: LastMessage): boolean =>
  turn === undefined ? sender._id !== me : turn === me;

/** The other member waits for an answer that I have read the question of. */
export const isMyTurn = ({ otherUser, unreadCount, lastMessage }: Conversation, me: string): boolean =>
  lastMessage !== null && isTurnOf(me, lastMessage) && unreadCount === 0 && !otherUser.isGone;

/** The line below the name; empty without a message. */
export function getPreview({ otherUser, lastMessage }: Conversation, me: string): string {
  if (!lastMessage) return otherUser.isGone ? "Their messages are gone." : "";
  const { sender, messageType, content } = lastMessage;
  return `${sender._id === me ? "You: " : ""}${messageType === "image" ? "📷 Photo" : content}`;
}

/** Either of the two lists may be updated first, so both count. */
export function listNewMatches(
  unmessaged: readonly MemberSummary[],
  conversations: readonly Conversation[],
): MemberSummary[] {
  const active = new Set(conversations.map(({ otherUser }) => otherUser._id));
  return unmessaged.filter((member) => !active.has(member._id));
}

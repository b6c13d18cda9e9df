import type { Conversation, Message } from "#contract/chat/messages.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import type { GroupedMessage, MessageState } from "#web/domains/chat/bubbles/message-groups.ts";

/*
 * The build renders them into templates of the frame, by the components that the app uses. `web/inline/first-text.ts`
 * replaces the words in braces. Functions, because the browser's bundle leaves out what it does not call.
 */

const AT = "1970-01-01T00:00:00.000Z";

/** Of someone without a photo, whose initial is shown. */
const member: MemberSummary = {
  _id: "sample",
  username: "{name}",
  profile: { photos: [] },
  isDemo: true,
} as unknown as MemberSummary;

export const buildSampleMatches = (): MemberSummary[] => [member];

const conversation = (conversationId: string, unreadCount: number): Conversation => ({
  conversationId,
  otherUser: member,
  unreadCount,
  lastMessage: { sender: { _id: "0" }, messageType: "text", content: "{preview}", createdAt: AT },
  isMuted: true,
  isArchived: false,
  rev: 0,
});

/** Without and with unread messages. */
export const buildSampleConversations = (): Conversation[] => [conversation("read", 0), conversation("unread", 77)];

const bubble = (state: MessageState): GroupedMessage => ({
  key: state,
  message: { messageType: "text", content: "{text}", reactions: [] } as unknown as Message,
  outgoing: undefined,
  isOwn: state !== "received",
  content: "{text}",
  createdAt: AT,
  state,
  replyTo: null,
  quotesMine: false,
  day: "{day}",
  fresh: true,
  first: false,
  last: false,
});

export const buildSampleBubbles = (): GroupedMessage[] => [bubble("received"), bubble("sent"), bubble("read")];

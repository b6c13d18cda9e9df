import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Conversation, Message, MessagesPage } from "#contract/chat/messages.ts";
import { type ConversationPages, listMessages } from "#web/domains/chat/conversation-pages.ts";
import { buildMessage } from "#web/testing/message-factory.ts";

/** For tests: the conversation of `me` with `her` in the cache of `me`. */
export const me = "00000000-0000-4000-8000-000000000001";
export const her = "00000000-0000-4000-8000-000000000002";
export const conversationId = conversationIdOf(me, her);

export const buildConversationMessage = (seq: number, sender = her, more: Partial<Message> = {}): Message =>
  buildMessage(seq, {
    conversationId,
    sender: { _id: sender, username: sender === me ? "me" : "her" },
    content: `text ${seq}`,
    ...more,
  });

/** One page with all messages. */
export const buildConversationPages = (rev: number, messages: Message[]): ConversationPages => {
  const page: MessagesPage = {
    success: true,
    conversationId,
    messages,
    deleted: [],
    readAt: null,
    rev,
    hasMore: false,
  };
  return { pages: [page], pageParams: [undefined] };
};

export const buildConversation = (rev: number, unreadCount = 0): Conversation => ({
  conversationId,
  otherUser: {
    _id: her,
    username: "her",
    isDemo: false,
    isVerified: false,
    profile: { age: 30, location: "", photos: [], photoCount: 0 },
  },
  unreadCount,
  lastMessage: { sender: { _id: me }, messageType: "text", content: "before", createdAt: new Date(0).toISOString() },
  isMuted: false,
  isArchived: false,
  rev,
});

export const otherConversation = { ...buildConversation(9), conversationId: "another" };

export const listSequences = (cached: ConversationPages | undefined) =>
  cached && listMessages(cached).map((message) => message.seq);

import type { Message } from "#contract/chat/messages.ts";

export const buildMessage = (seq: number, more: Partial<Message> = {}): Message => ({
  _id: `message ${seq}`,
  conversationId: "a_b",
  sender: { _id: "a", username: "a" },
  content: "",
  messageType: "text",
  imageUrl: null,
  image: null,
  createdAt: new Date(seq * 1000).toISOString(),
  read: false,
  readAt: null,
  seq,
  clientId: null,
  reactions: [],
  replyTo: null,
  ...more,
});

import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { MESSAGE_MAX } from "#contract/limits.ts";
import {
  id,
  lengthLimit,
  memberSummary,
  nextCursor,
  ok,
  page,
  pageLimit,
  queryNumber,
  remaining,
  time,
} from "#contract/schemas.ts";

/** The two members' ids, sorted and joined with an underscore. */
export const conversationId = z.string().check(
  z.toLowerCase(),
  lengthLimit(73),
  z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  z.refine((text) => text.slice(0, 36) < text.slice(37)),
);

/** The id of the conversation of two members, whichever order they are given in. */
export const conversationIdOf = (a: string, b: string): string => (a < b ? `${a}_${b}` : `${b}_${a}`);

export const message = z.object({
  _id: id,
  conversationId: z.string(),
  sender: z.object({ _id: id, username: z.string() }),
  content: z.string(),
  messageType: z.enum(["text", "image"]),
  /** Relative to the root, at most 1080 px wide; good for who reads this, for a day or two, and while the match stands. */
  imageUrl: z.nullable(z.string()),
  image: z.nullable(
    z.object({
      /** At most 320 px wide. */
      thumbnailUrl: z.string(),
      /** The full picture's size in pixels. */
      width: z.int(),
      height: z.int(),
      /** A thumbhash, base64: what stands in while the picture loads. */
      blur: z.string(),
    }),
  ),
  createdAt: time,
  read: z.boolean(),
  readAt: z.nullable(time),
  /** Its place in the conversation, from 1, the same for both sides. */
  seq: z.int(),
  /** What the sender called it when sending, if anything. Only the sender sees it. */
  clientId: z.nullable(id),
});
export type Message = z.output<typeof message>;

export const conversation = z.object({
  conversationId: z.string(),
  otherUser: z.extend(memberSummary, {
    /** They have deleted their account: what I wrote stays, and nobody can write any more. */
    isGone: z.optional(z.literal(true)),
  }),
  unreadCount: z.int(),
  lastMessage: z.nullable(
    z.object({
      sender: z.object({ _id: id }),
      messageType: z.enum(["text", "image"]),
      content: z.string(),
      createdAt: time,
    }),
  ),
  /** Raised by every change of the conversation. */
  rev: z.int(),
});
export type Conversation = z.output<typeof conversation>;

/** Messages that one can still send before the other answers, where few are left. */
const unanswered = z.optional(remaining);

export const getConversations = endpoint({
  method: "GET",
  path: "/api/messages/conversations",
  summary: "Matches with at least one message, the latest first",
  access: "member",
  query: page,
  reply: z.object({ success: ok, conversations: z.array(conversation), nextCursor }),
});

export const getMessages = endpoint({
  method: "GET",
  path: "/api/messages/:userId",
  summary: "A page of messages (the newest, or those before one), or what changed after a `rev`",
  access: "member",
  params: z.object({ userId: id }),
  query: z.object({
    before: z.optional(id),
    after: z.optional(queryNumber(0, Number.MAX_SAFE_INTEGER, "A rev is a whole number from 0")),
    limit: z.optional(pageLimit),
  }),
  reply: z.object({
    success: ok,
    conversationId: z.string(),
    /** Oldest first. */
    messages: z.array(message),
    /** Ids of messages deleted after `after`; empty without it. */
    deleted: z.array(id),
    /** When the other member last read the conversation. */
    readAt: z.nullable(time),
    rev: z.int(),
    hasMore: z.boolean(),
    unanswered,
  }),
});
export type MessagesPage = z.output<(typeof getMessages)["reply"]>;

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/messages/send",
  summary: "Send text to a match; the same `clientId` again has one effect and the same answer",
  access: "member",
  body: z.object({
    receiverId: id,
    content: z
      .string("Message cannot be empty")
      .check(
        z.trim(),
        z.minLength(1, "Message cannot be empty"),
        lengthLimit(MESSAGE_MAX, `Message can have ${MESSAGE_MAX} characters`),
      ),
    clientId: z.optional(id),
  }),
  reply: z.object({ success: ok, message, unanswered }),
  status: 201,
});

/** The fields of `sendImage`'s form beside the file. */
export const attachmentFields = z.object({ receiverId: id, clientId: z.optional(id) });

export const sendAttachment = endpoint({
  method: "POST",
  path: "/api/messages/send-image",
  summary:
    "Send a picture to a match (form fields `image`, `receiverId`, `clientId`), for one crush unless unlimited; the same `clientId` again has one effect and the same answer",
  access: "member",
  multipart: true,
  reply: z.object({ success: ok, message, remainingCrushes: z.int(), unanswered }),
  status: 201,
});

export const markRead = endpoint({
  method: "PUT",
  path: "/api/messages/read/:conversationId",
  summary: "Mark what the other member sent as read",
  access: "member",
  params: z.object({ conversationId }),
  reply: z.object({ success: ok, readAt: time }),
});

export const deleteMessage = endpoint({
  method: "DELETE",
  path: "/api/messages/:messageId",
  summary: "Delete one's own message, for both sides",
  access: "member",
  params: z.object({ messageId: id }),
  reply: z.object({ success: ok, message: z.string() }),
});

import * as z from "zod/mini";
import { REACTIONS } from "#contract/chat/reactions.ts";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { ATTACHMENT_COST, MESSAGE_MAX, SEARCH_MAX, SEARCH_MIN, SEARCHED_AT_ONCE_MAX } from "#contract/limits.ts";
import {
  id,
  imageCheck,
  memberSummary,
  nextCursor,
  ok,
  pageLimit,
  positionPage,
  queryNumber,
  remaining,
  time,
} from "#contract/schemas.ts";
import { workoutDate } from "#contract/training/workout-date.ts";
import { spellCrushes } from "#contract/words.ts";

/** The two members' ids, sorted and joined with an underscore. */
export const conversationId = z.string().check(
  z.toLowerCase(),
  lengthLimit(73),
  z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  z.refine((text) => text.slice(0, 36) < text.slice(37)),
);

/** A date's content is a summary, for lists and for pages that do not know the kind. */
export const MESSAGE_KINDS = ["text", "image", "date"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
const messageType = z.enum(MESSAGE_KINDS);

const reaction = z.object({ by: id, emoji: z.enum(REACTIONS) });
export type MessageReaction = z.output<typeof reaction>;

const quote = z.object({
  _id: id,
  sender: z.object({ _id: id }),
  messageType,
  /** The beginning of the text, or the summary of a workout date; empty for an image and for a deleted message. */
  excerpt: z.string(),
  isDeleted: z.boolean(),
});
export type Quote = z.output<typeof quote>;

export const message = z.object({
  _id: id,
  conversationId: z.string(),
  sender: z.object({ _id: id, username: z.string() }),
  content: z.string(),
  messageType,
  /** Relative to the root, at most 1080 px wide. Valid for its reader, for a day or two, and while the match exists. */
  imageUrl: z.nullable(z.string()),
  image: z.nullable(
    z.object({
      /** At most 720 px wide; `thumbnailUrl` at most 320 px. */
      mediumUrl: z.string(),
      thumbnailUrl: z.string(),
      width: z.int(),
      height: z.int(),
      /** A thumbhash in base64, shown while the image loads. */
      blur: z.string(),
    }),
  ),
  /** Present on a workout date only. */
  date: z.optional(workoutDate),
  /** The other member does not see the image yet. For them it has no `image`, and is always `pending`. */
  imageCheck: z.optional(imageCheck),
  createdAt: time,
  read: z.boolean(),
  readAt: z.nullable(time),
  seq: z.int(),
  /** For the sender only. */
  clientId: z.nullable(id),
  reactions: z.array(reaction),
  replyTo: z.nullable(quote),
});
export type Message = z.output<typeof message>;

const otherUser = z.extend(memberSummary, {
  /** The other member has deleted their account. My messages stay, and no one can write any more. */
  isGone: z.optional(z.literal(true)),
});

export const conversation = z.object({
  conversationId: z.string(),
  otherUser,
  unreadCount: z.int(),
  lastMessage: z.nullable(
    z.object({
      sender: z.object({ _id: id }),
      messageType,
      content: z.string(),
      createdAt: time,
      /** The member who has to answer a workout date. */
      turn: z.optional(z.nullable(id)),
    }),
  ),
  /** No push, email or toast for its messages. */
  isMuted: z.boolean(),
  /** Out of the list until the next message. */
  isArchived: z.boolean(),
  /** The revision: increases with every change of the conversation. */
  rev: z.int(),
});
export type Conversation = z.output<typeof conversation>;

/** Messages left before the other member must answer. Absent unless few are left. */
const unanswered = z.optional(remaining);

const restricted = z.optional(z.object({ until: z.nullable(time) }));

export const getConversations = endpoint({
  method: "GET",
  path: "/api/messages/conversations",
  summary:
    "List conversations with at least one message, the latest first; with `userId`, only the one with that member; with " +
    "`archived`, only the archived ones, in no order of time.",
  access: "member",
  query: z
    .extend(positionPage, {
      userId: z.optional(id),
      archived: z.optional(z.literal("true", "Archived is true, or left out")),
    })
    .check(
      z.refine(({ userId, cursor }) => !userId || !cursor, { error: "Not with userId", path: ["cursor"] }),
      z.refine(({ userId, archived }) => !userId || !archived, { error: "Not with userId", path: ["archived"] }),
    ),
  reply: z.object({
    success: ok,
    conversations: z.array(conversation),
    nextCursor,
    /** Unread messages of the latest 200 conversations, listed here or not. Absent with a `cursor`. */
    unread: z.optional(z.int()),
    /** Archived conversations, listed here or not; more than 100 count as 100. Absent with a `cursor`. */
    archived: z.optional(z.int()),
  }),
});

export const getMessages = endpoint({
  method: "GET",
  path: "/api/messages/:userId",
  summary: "List a page of messages (the newest, or those before one), or the changes after a `rev`.",
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
    /** By the other member. */
    readAt: z.nullable(time),
    rev: z.int(),
    hasMore: z.boolean(),
    unanswered,
    restricted,
    /** Dates after which both said that they trained together. Absent for none. */
    trainedTogether: z.optional(z.int()),
  }),
});
export type MessagesPage = z.output<(typeof getMessages)["reply"]>;

const SEARCH_CURSOR = /^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,9}$/;
const SEARCH_CURSOR_MAX = 64;

export const searchMessages = endpoint({
  method: "POST",
  path: "/api/messages/search",
  summary:
    `Find texts in the own conversations, the latest first. A page is of ${SEARCHED_AT_ONCE_MAX} messages at most and ` +
    "may be empty; the next one goes on after them. In the body, because a URL could be logged. Changes nothing.",
  access: "member",
  body: z.object({
    text: z
      .string("Search for at least two characters")
      .check(
        lengthLimit(SEARCH_MAX, `A search can have ${SEARCH_MAX} characters`),
        z.trim(),
        z.minLength(SEARCH_MIN, "Search for at least two characters"),
      ),
    /** Stays valid once the message is gone, or its conversation has a new one. */
    cursor: z.optional(
      z.string().check(lengthLimit(SEARCH_CURSOR_MAX), z.regex(SEARCH_CURSOR, "That cursor is not one of ours")),
    ),
  }),
  reply: z.object({
    success: ok,
    messages: z.array(
      z.object({
        _id: id,
        sender: z.object({ _id: id }),
        otherUser,
        /** Around the first occurrence, with "…" where it is cut. */
        excerpt: z.string(),
        createdAt: time,
      }),
    ),
    nextCursor,
  }),
});
export type FoundMessage = z.output<(typeof searchMessages)["reply"]>["messages"][number];

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/messages/send",
  summary: "Send a text to a match. Idempotent per `clientId`.",
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
    /** A message of the same conversation. */
    replyToId: z.optional(id),
  }),
  reply: z.object({ success: ok, message, unanswered }),
  status: 201,
});

export const attachmentFields = z.object({ receiverId: id, clientId: z.optional(id), replyToId: z.optional(id) });

export const sendAttachment = endpoint({
  method: "POST",
  path: "/api/messages/send-image",
  summary:
    "Send an image to a match (form fields `image`, `receiverId`, `clientId`, `replyToId`) for " +
    `${spellCrushes(ATTACHMENT_COST)}, unless the sender has a subscription. Idempotent per \`clientId\`.`,
  access: "member",
  multipart: { file: "image", fields: attachmentFields },
  reply: z.object({ success: ok, message, remainingCrushes: z.int(), unanswered }),
  status: 201,
});

export const markRead = endpoint({
  method: "PUT",
  path: "/api/messages/read/:conversationId",
  summary: "Mark the other member's messages as read.",
  access: "member",
  params: z.object({ conversationId }),
  reply: z.object({ success: ok, readAt: time }),
});

export const deleteMessage = endpoint({
  method: "DELETE",
  path: "/api/messages/:messageId",
  summary: "Delete an own message for both members.",
  access: "member",
  params: z.object({ messageId: id }),
  reply: z.object({ success: ok, message: z.string() }),
});

export const setReaction = endpoint({
  method: "PUT",
  path: "/api/messages/:messageId/reaction",
  summary: "React to a message of a match, instead of an earlier reaction. Idempotent.",
  access: "member",
  params: z.object({ messageId: id }),
  body: z.object({ emoji: z.enum(REACTIONS, "Choose one of the five reactions") }),
  reply: z.object({ success: ok, reactions: z.array(reaction) }),
});

export const removeReaction = endpoint({
  method: "DELETE",
  path: "/api/messages/:messageId/reaction",
  summary: "Remove the own reaction to a message. Idempotent.",
  access: "member",
  params: z.object({ messageId: id }),
  reply: z.object({ success: ok, reactions: z.array(reaction) }),
});

const conversationSettings = { isMuted: z.boolean(), isArchived: z.boolean() };

export const setConversationSettings = endpoint({
  method: "PUT",
  path: "/api/messages/:userId/settings",
  summary: "Mute or archive the conversation with a match, or undo it. The other member does not learn of it.",
  access: "member",
  params: z.object({ userId: id }),
  body: z.object({ isMuted: z.optional(z.boolean()), isArchived: z.optional(z.boolean()) }),
  reply: z.object({ success: ok, ...conversationSettings }),
});

import * as z from "zod/mini";
import { message } from "#contract/chat/messages.ts";
import { REACTIONS } from "#contract/chat/reactions.ts";
import { crushSender, id, imageCheck, memberSummary, time } from "#contract/schemas.ts";

/** To all devices of the members concerned. `rev` orders the changes of one conversation. */
export const serverEvents = {
  /** `isRepeat`: a picture comes again with its image, after the check. */
  new_message: z.object({ conversationId: z.string(), message, rev: z.int(), isRepeat: z.optional(z.boolean()) }),
  /** `unreadCount` is the reader's own, of messages that came meanwhile. */
  messages_read: z.object({
    conversationId: z.string(),
    readerId: id,
    readAt: time,
    rev: z.int(),
    unreadCount: z.optional(z.int()),
  }),
  message_deleted: z.object({ conversationId: z.string(), messageId: id, rev: z.int() }),
  /** `by` has reacted to a message, or has removed the reaction (`emoji` null). */
  message_reacted: z.object({
    conversationId: z.string(),
    messageId: id,
    by: id,
    emoji: z.nullable(z.enum(REACTIONS)),
    rev: z.int(),
  }),
  /**
   * The image of an own message was checked, an image was reviewed or restored, or a workout date was changed. `by` is the member who has
   * acted on the date; absent for other changes.
   */
  message_changed: z.object({ conversationId: z.string(), message, rev: z.int(), by: z.optional(id) }),
  /** By either side. Does not reveal who ended it. */
  relationship_ended: z.object({ userId: id }),
  /** A member may no longer be shown to me. Does not reveal who. */
  discovery_invalidated: z.object({}),
  /** `userId` has deleted their account. Only my messages to them stay. */
  member_deleted: z.object({ userId: id }),
  user_typing: z.object({ userId: id }),
  crush_received: z.object({ from: crushSender }),
  /** For both members; `with` is the other one. */
  matched: z.object({ with: memberSummary }),
  balance_changed: z.object({ balance: z.int() }),
  balance_low: z.object({ balance: z.int() }),
  subscription_changed: z.object({}),
  checkout_settled: z.object({}),
  /** Goes to my own devices only. */
  crush_sent: z.object({ userId: id }),
  /** Goes to my own devices only. */
  pass_changed: z.object({ userId: id, isPassed: z.boolean() }),
  /** Goes to my own devices only. */
  crushes_seen: z.object({}),
  /** My photo was checked: others see it (null), or a person reviews it first. Goes to my own devices only. */
  photo_checked: z.object({ photoId: id, check: z.nullable(imageCheck) }),
  /** I have read a conversation up to `readAt` without a read receipt. Goes to my own devices only; `rev` is unchanged. */
  read_privately: z.object({
    conversationId: z.string(),
    readAt: time,
    rev: z.int(),
    unreadCount: z.optional(z.int()),
  }),
  /** Goes to my own devices only. */
  conversation_settings_changed: z.object({
    conversationId: z.string(),
    isMuted: z.boolean(),
    isArchived: z.boolean(),
  }),
  /** Goes to my own devices only; `rev` is unchanged. */
  date_outcome_changed: z.object({ messageId: id }),
  /** My view of the weeks that I compare with `userId` has changed. */
  week_comparison_changed: z.object({ userId: id }),
  /** The operator has restricted me, or has lifted a restriction. One that ends by its own time sends no event. */
  restrictions_changed: z.object({}),
  /** My verification has changed. `outcome` is null unless my selfie was decided on. Goes to my own devices only. */
  verification_changed: z.object({ outcome: z.nullable(z.enum(["approved", "refused"])) }),
  /**
   * Refetch, and acknowledge after that. Sent to devices that connect with `catchesUp: true` beside their token; others
   * are disconnected instead, and refetch when they connect again.
   */
  events_missed: z.object({}),
  /** Goes to my own devices only. */
  settings_changed: z.object({
    what: z.enum([
      "notifications",
      "privacy",
      "sessions",
      "email",
      "blocks",
      "factors",
      "training",
      "trusted-contacts",
    ]),
  }),
} as const;
export type ServerEvents = { [K in keyof typeof serverEvents]: z.output<(typeof serverEvents)[K]> };

export const clientEvents = {
  /** Has no effect: the server joins the own room on connect. */
  join_user_room: id,
  typing: z.object({ userId: z.optional(id), recipientId: id }),
  /** Whether the page is visible and was used lately. Notifications then appear in the app only. */
  presence: z.object({ present: z.boolean() }),
} as const;

import * as z from "zod/mini";
import { message } from "#contract/messages.ts";
import { REACTIONS } from "#contract/reactions.ts";
import { crushSender, id, imageCheck, memberSummary, time } from "#contract/schemas.ts";

/** Events that the server pushes to all devices of the members concerned. `rev` orders the changes of one conversation. */
export const serverEvents = {
  /** `isRepeat`: a picture that the other member has had without its image comes again with it, after its check. */
  new_message: z.object({ conversationId: z.string(), message, rev: z.int(), isRepeat: z.optional(z.boolean()) }),
  messages_read: z.object({ conversationId: z.string(), readerId: id, readAt: time, rev: z.int() }),
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
  /** Contact with `userId` has ended, by either side. Does not reveal who ended it. */
  relationship_ended: z.object({ userId: id }),
  /** A member may no longer be shown to me. Does not reveal who. */
  discovery_invalidated: z.object({}),
  /** `userId` has deleted their account. Only my messages to them stay. */
  member_deleted: z.object({ userId: id }),
  user_typing: z.object({ userId: id }),
  crush_received: z.object({ from: crushSender }),
  /** Sent to both members; `with` is the other one. */
  matched: z.object({ with: memberSummary }),
  balance_changed: z.object({ balance: z.int() }),
  /** My balance has just become low. */
  balance_low: z.object({ balance: z.int() }),
  /** My subscription has started or ended, or its end or renewal has changed. */
  subscription_changed: z.object({}),
  /** A pending payment has succeeded or failed. */
  checkout_settled: z.object({}),
  /** My crush on `userId` was sent. Goes to my own devices only. */
  crush_sent: z.object({ userId: id }),
  /** I have passed on `userId`, or no longer do. Goes to my own devices only. */
  pass_changed: z.object({ userId: id, isPassed: z.boolean() }),
  /** I have opened My Crushes. Goes to my own devices only. */
  crushes_seen: z.object({}),
  /** My photo was checked: others see it (null), or a person reviews it first. Goes to my own devices only. */
  photo_checked: z.object({ photoId: id, check: z.nullable(imageCheck) }),
  /** I have read a conversation up to `readAt` without a read receipt. Goes to my own devices only; `rev` is unchanged. */
  read_privately: z.object({ conversationId: z.string(), readAt: time, rev: z.int() }),
  /** I have muted or archived a conversation, or undone it. Goes to my own devices only. */
  conversation_settings_changed: z.object({
    conversationId: z.string(),
    isMuted: z.boolean(),
    isArchived: z.boolean(),
  }),
  /** I have said how a workout date went. Goes to my own devices only; `rev` is unchanged. */
  date_outcome_changed: z.object({ messageId: id }),
  /** What I see of the weeks that I compare with `userId` has changed. */
  week_comparison_changed: z.object({ userId: id }),
  /** The operator has restricted me, or has lifted a restriction. One that ends by its own time sends no event. */
  restrictions_changed: z.object({}),
  /** My verification has changed. `outcome` is null unless my selfie was decided on. Goes to my own devices only. */
  verification_changed: z.object({ outcome: z.nullable(z.enum(["approved", "refused"])) }),
  /**
   * Earlier events to this device may be lost, so it refetches, and acknowledges once it has. Sent to devices that connect
   * with `catchesUp: true` beside their token; others are disconnected instead, and refetch when they connect again.
   */
  events_missed: z.object({}),
  /** My settings or sessions have changed. Goes to my own devices only. */
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

/** Events that the server accepts. Everything else goes over HTTP. */
export const clientEvents = {
  /** Has no effect: the server joins the own room on connect. */
  join_user_room: id,
  typing: z.object({ userId: z.optional(id), recipientId: id }),
  /** Whether the page is visible and was used lately. Notifications then appear in the app only. */
  presence: z.object({ present: z.boolean() }),
} as const;

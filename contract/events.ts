import * as z from "zod/mini";
import { message } from "#contract/messages.ts";
import { id, memberSummary, time } from "#contract/schemas.ts";

/** What the server pushes, to every device of the members concerned. `rev` orders the changes of one conversation. */
export const serverEvents = {
  new_message: z.object({ conversationId: z.string(), message, rev: z.int() }),
  messages_read: z.object({ conversationId: z.string(), readerId: id, readAt: time, rev: z.int() }),
  message_deleted: z.object({ conversationId: z.string(), messageId: id, rev: z.int() }),
  /** Contact with `userId` is over, by whichever side and means; who did it is not told. */
  relationship_ended: z.object({ userId: id }),
  /** Somebody whom I may be shown is not there for me any more; who is not told. */
  discovery_invalidated: z.object({}),
  /** `userId` has deleted their account: nothing of them is left but what I wrote to them. */
  member_deleted: z.object({ userId: id }),
  user_typing: z.object({ userId: id }),
  crush_received: z.object({ from: memberSummary }),
  /** Both sides hear it; `with` is the other one. */
  matched: z.object({ with: memberSummary }),
  balance_changed: z.object({ balance: z.int() }),
  /** My balance has just become low. */
  balance_low: z.object({ balance: z.int() }),
  /** My membership has begun, ended, or will end or renew otherwise than before. */
  subscription_changed: z.object({}),
  /** A payment that I wait for has arrived, or will not. */
  checkout_settled: z.object({}),
  /** My crush on `userId` is in; heard by my own devices only. */
  crush_sent: z.object({ userId: id }),
  /** I have looked at My Crushes; heard by my own devices only. */
  crushes_seen: z.object({}),
  /** I have read a conversation up to `readAt`, and the other is not told; heard by my own devices only. `rev` is what it was. */
  read_privately: z.object({ conversationId: z.string(), readAt: time, rev: z.int() }),
  /** Something that I set, or where I am logged in, is not what it was; heard by my own devices only. */
  settings_changed: z.object({ what: z.enum(["notifications", "privacy", "sessions", "email", "blocks"]) }),
} as const;
export type ServerEvents = { [K in keyof typeof serverEvents]: z.output<(typeof serverEvents)[K]> };

/** What the server listens for. Everything else goes over HTTP. */
export const clientEvents = {
  /** One's own room is joined on connecting; naming another's does nothing. */
  join_user_room: id,
  typing: z.object({ userId: z.optional(id), recipientId: id }),
  /** Whether somebody looks at the page: it is visible, and was touched lately. What happens is told there then, and nowhere else. */
  looking: z.object({ looking: z.boolean() }),
} as const;

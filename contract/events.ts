import * as z from "zod/mini";
import { message } from "#contract/messages.ts";
import { id, memberSummary, time } from "#contract/shapes.ts";

/** What the server pushes, to every device of the members concerned. `rev` orders the changes of one conversation. */
export const serverEvents = {
  new_message: z.object({ conversationId: z.string(), message, rev: z.int() }),
  messages_read: z.object({ conversationId: z.string(), readerId: id, readAt: time, rev: z.int() }),
  message_deleted: z.object({ conversationId: z.string(), messageId: id, rev: z.int() }),
  /** Contact with `userId` is over, by whichever side and means; who did it is not told. */
  contact_ended: z.object({ userId: id }),
  user_typing: z.object({ userId: id }),
  crush_received: z.object({ from: memberSummary }),
  /** Both sides hear it; `with` is the other one. */
  matched: z.object({ with: memberSummary }),
  balance_changed: z.object({ balance: z.int() }),
  /** My membership has begun, ended, or will end or renew otherwise than before. */
  membership_changed: z.object({}),
  /** A payment that I wait for has arrived, or will not. */
  checkout_settled: z.object({}),
  /** My crush on `userId` is in; heard by my own devices only. */
  crush_sent: z.object({ userId: id }),
  /** I have looked at My Crushes; heard by my own devices only. */
  crushes_seen: z.object({}),
} as const;
export type ServerEvents = { [K in keyof typeof serverEvents]: z.output<(typeof serverEvents)[K]> };

/** What the server listens for. Everything else goes over HTTP. */
export const clientEvents = {
  /** One's own room is joined on connecting; naming another's does nothing. */
  join_user_room: id,
  typing: z.object({ userId: z.optional(id), recipientId: id }),
} as const;

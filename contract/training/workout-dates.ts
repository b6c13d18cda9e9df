import * as z from "zod/mini";
import { message } from "#contract/chat/messages.ts";
import { endpoint } from "#contract/endpoint.ts";
import { id, ok, remaining, sentTime } from "#contract/schemas.ts";
import { dateDetails } from "#contract/training/workout-date.ts";

const params = z.object({ messageId: id });
const reply = z.object({ success: ok, message });
/** As the member has seen it. Another version is refused with `date_changed`, unless this call was made before. */
const version = z.int();

export const proposeDate = endpoint({
  method: "POST",
  path: "/api/dates",
  summary: "Propose a workout date to a match, as a card in the conversation. Idempotent per `clientId`.",
  access: "member",
  body: z.object({ ...dateDetails.shape, receiverId: id, clientId: z.optional(id) }),
  reply: z.object({
    success: ok,
    message,
    /** Absent unless few are left. */
    unanswered: z.optional(remaining),
  }),
  status: 201,
});

export const agreeToDate = endpoint({
  method: "POST",
  path: "/api/dates/:messageId/agree",
  summary: "Agree to one of the proposed times, if it is the current member's turn. Repeats are harmless.",
  access: "member",
  params,
  body: z.object({ version, time: sentTime }),
  reply,
});

export const counterDate = endpoint({
  method: "POST",
  path: "/api/dates/:messageId/counter",
  summary: "Propose other times, another place or another workout, if it is the current member's turn.",
  access: "member",
  params,
  body: z.object({ ...dateDetails.shape, version }),
  reply,
});

export const changeDate = endpoint({
  method: "POST",
  path: "/api/dates/:messageId/change",
  summary: "Propose to change an agreed date, which has to be agreed again by the other member.",
  access: "member",
  params,
  body: z.object({ ...dateDetails.shape, version }),
  reply,
});

export const keepDate = endpoint({
  method: "POST",
  path: "/api/dates/:messageId/keep",
  summary: "Keep a date as it was agreed: refuse the other member's wish to change it, or withdraw an own one.",
  access: "member",
  params,
  body: z.object({ version }),
  reply,
});

export const declineDate = endpoint({
  method: "POST",
  path: "/api/dates/:messageId/decline",
  summary: "Decline a proposal, if it is the current member's turn. A date that was agreed before is called off by it.",
  access: "member",
  params,
  body: z.object({ version }),
  reply,
});

export const callOffDate = endpoint({
  method: "POST",
  path: "/api/dates/:messageId/call-off",
  summary: "Take back an own proposal, or call off an agreed date.",
  access: "member",
  params,
  body: z.object({ version }),
  reply,
});

export const setOnMyWay = endpoint({
  method: "POST",
  path: "/api/dates/:messageId/on-my-way",
  summary: "Say to be on the way, from three hours before an agreed date until its end. Idempotent.",
  access: "member",
  params,
  reply,
});

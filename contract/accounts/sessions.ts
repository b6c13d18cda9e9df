import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, ok, okResponse, time } from "#contract/schemas.ts";

const activeSession = z.object({
  _id: id,
  device: z.string(),
  createdAt: time,
  lastUsedAt: time,
  current: z.boolean(),
  newDevice: z.boolean(),
});
export type ActiveSession = z.output<typeof activeSession>;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/auth/sessions",
  summary: "List the current member's sessions: the current one first, then the most recently used",
  access: "member",
  reply: z.object({ success: ok, sessions: z.array(activeSession) }),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions/:sessionId",
  summary: "End one of the current member's sessions and disconnect its sockets. Idempotent",
  access: "member",
  params: z.object({ sessionId: id }),
  reply: okResponse,
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions",
  summary: "End all other sessions of the current member and disconnect their sockets",
  access: "member",
  reply: okResponse,
});

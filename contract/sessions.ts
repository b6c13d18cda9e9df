import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, ok, okResponse, time } from "#contract/schemas.ts";

/** Where a member is logged in. */

const activeSession = z.object({
  _id: id,
  /** 'Chrome on Android'. */
  device: z.string(),
  createdAt: time,
  lastUsedAt: time,
  /** It is the one that asks. */
  current: z.boolean(),
  /** Nobody had logged in to the account on this device before. */
  newDevice: z.boolean(),
});
export type ActiveSession = z.output<typeof activeSession>;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/auth/sessions",
  summary: "Where I am logged in: this login first, then the latest used",
  access: "member",
  reply: z.object({ success: ok, sessions: z.array(activeSession) }),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions/:loginId",
  summary: "Log out there, sockets included; again is no harm",
  access: "member",
  params: z.object({ loginId: id }),
  reply: okResponse,
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions",
  summary: "Log out everywhere but here, sockets included",
  access: "member",
  reply: okResponse,
});

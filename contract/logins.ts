import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { acknowledged, done, id, time } from "#contract/shapes.ts";

/** Where a member is logged in. */

const login = z.object({
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
export type Login = z.output<typeof login>;

export const getLogins = endpoint({
  method: "GET",
  path: "/api/auth/logins",
  summary: "Where I am logged in: this login first, then the latest used",
  access: "member",
  reply: z.object({ success: done, logins: z.array(login) }),
});

export const endLogin = endpoint({
  method: "DELETE",
  path: "/api/auth/logins/:loginId",
  summary: "Log out there, sockets included; again is no harm",
  access: "member",
  params: z.object({ loginId: id }),
  reply: acknowledged,
});

export const endOtherLogins = endpoint({
  method: "DELETE",
  path: "/api/auth/logins",
  summary: "Log out everywhere but here, sockets included",
  access: "member",
  reply: acknowledged,
});

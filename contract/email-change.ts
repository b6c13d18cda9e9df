import * as z from "zod/mini";
import { email, knownPassword } from "#contract/account-forms.ts";
import { endpoint } from "#contract/endpoint.ts";
import { ok, okResponse, time } from "#contract/schemas.ts";

/** Changing one's address: it is asked for by the password, and holds once the new address has confirmed it by its link. */

const pending = z.nullable(
  z.object({
    /** The address that waits to be confirmed. */
    email: z.string(),
    /** Until when its link works. */
    until: time,
  }),
);

const emails = z.object({ email: z.string(), emailVerified: z.boolean(), pending });
export type Emails = z.output<typeof emails>;

export const getEmails = endpoint({
  method: "GET",
  path: "/api/auth/email",
  summary: "My address, and the one that waits to take its place",
  access: "member",
  reply: z.object({ success: ok, emails }),
});

export const emailChangeForm = z.object({
  email,
  currentPassword: knownPassword,
});

export const changeEmail = endpoint({
  method: "POST",
  path: "/api/auth/change-email",
  summary:
    "Ask for another address by the current password; a link goes to it, and until that is opened nothing changes. The answer is the same whether the address is a member's or not",
  access: "member",
  body: emailChangeForm,
  reply: z.object({ success: ok, message: z.string(), emails }),
});

export const cancelEmailChange = endpoint({
  method: "DELETE",
  path: "/api/auth/change-email",
  summary: "Take back the change that waits; again is no harm",
  access: "member",
  reply: okResponse,
});

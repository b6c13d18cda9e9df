import * as z from "zod/mini";
import { emailChangeForm } from "#contract/accounts/settings-forms.ts";
import { endpoint } from "#contract/endpoint.ts";
import { ok, okResponse, time } from "#contract/schemas.ts";

const pending = z.nullable(
  z.object({
    email: z.string(),
    until: time,
  }),
);

const emails = z.object({ email: z.string(), emailVerified: z.boolean(), pending });
export type Emails = z.output<typeof emails>;

export const getEmails = endpoint({
  method: "GET",
  path: "/api/auth/email",
  summary: "Get the current member's email address and the pending change",
  access: "member",
  reply: z.object({ success: ok, emails }),
});

export const changeEmail = endpoint({
  method: "POST",
  path: "/api/auth/change-email",
  summary:
    "Request a change of the email address. Requires the password. It takes effect when the emailed link is opened. The response is the same whether the new address has an account or not",
  access: "member",
  body: emailChangeForm,
  reply: z.object({ success: ok, message: z.string(), emails }),
});

export const cancelEmailChange = endpoint({
  method: "DELETE",
  path: "/api/auth/change-email",
  summary: "Cancel the pending email change. Idempotent",
  access: "member",
  reply: okResponse,
});

import * as z from "zod/mini";
import { knownPassword } from "#contract/account-forms.ts";
import { endpoint } from "#contract/endpoint.ts";
import { acknowledged, done } from "#contract/shapes.ts";

/** The form that deletes an account. */
export const deletionForm = z.object({ password: knownPassword });

export const deleteAccount = endpoint({
  method: "POST",
  path: "/api/account/delete",
  summary:
    "Delete my account by the password: profile, photos, what I wrote and sent, logins. Unanswered crushes on me are given back",
  access: "member",
  body: deletionForm,
  reply: acknowledged,
});

export const requestDownload = endpoint({
  method: "POST",
  path: "/api/account/download",
  summary: "A link to all of my data as a ZIP file. It works once, within a minute",
  access: "member",
  reply: z.object({ success: done, url: z.string() }),
});

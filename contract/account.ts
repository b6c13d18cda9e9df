import * as z from "zod/mini";
import { knownPassword } from "#contract/account-forms.ts";
import { endpoint } from "#contract/endpoint.ts";
import { emailToken, ok, okResponse } from "#contract/schemas.ts";

/** The form that deletes an account. */
export const deletionForm = z.object({ password: knownPassword });

export const deleteAccount = endpoint({
  method: "POST",
  path: "/api/account/delete",
  summary:
    "Delete my account by the password: profile, photos, what I wrote and sent, logins. Unanswered crushes on me are given back",
  access: "member",
  body: deletionForm,
  reply: okResponse,
});

export const disownAddress = endpoint({
  method: "POST",
  path: "/api/auth/not-me/:token",
  summary:
    "Remove my address from an account that somebody else made with it, by the link of the mail that asks to confirm it: the account is deleted. Works until the address is confirmed",
  access: "anyone",
  params: z.object({ token: emailToken }),
  reply: okResponse,
});

/** The form that asks for all of one's data. */
export const dataExportForm = z.object({ password: knownPassword });

export const requestDataExport = endpoint({
  method: "POST",
  path: "/api/account/export",
  summary: "A link to all of my data as a ZIP file, by the password. It works once, within a minute",
  access: "member",
  body: dataExportForm,
  reply: z.object({ success: ok, url: z.string() }),
});

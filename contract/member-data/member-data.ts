import * as z from "zod/mini";
import { dataExportForm, deletionForm } from "#contract/accounts/settings-forms.ts";
import { endpoint } from "#contract/endpoint.ts";
import { emailToken, ok, okResponse } from "#contract/schemas.ts";

export const deleteAccount = endpoint({
  method: "POST",
  path: "/api/account/delete",
  summary:
    "Delete the current member's account, with profile, photos, messages and sessions. Requires the password. Unanswered crushes on the member are refunded",
  access: "member",
  body: deletionForm,
  reply: okResponse,
});

export const disownAddress = endpoint({
  method: "POST",
  path: "/api/auth/not-me/:token",
  summary:
    "Delete an account that somebody else created with your address, by the token of the verification email. Works until the address is verified",
  access: "anyone",
  params: z.object({ token: emailToken }),
  reply: okResponse,
});

export const openExportLink = endpoint({
  method: "POST",
  path: "/api/export-links/:token",
  summary:
    "Create a link as `requestDataExport` does, by the token that staff email to a suspended member. The token works for 72 hours and three downloads, and until a newer one is sent",
  access: "anyone",
  params: z.object({ token: emailToken }),
  reply: z.object({ success: ok, url: z.string() }),
});

export const requestDataExport = endpoint({
  method: "POST",
  path: "/api/account/export",
  summary:
    "Create a link to the current member's data as a ZIP file. Requires the password. The link works once, within a minute",
  access: "member",
  body: dataExportForm,
  reply: z.object({ success: ok, url: z.string() }),
});

import * as z from "zod/mini";
import { dataExportForm, deletionForm } from "#contract/accounts/settings-forms.ts";
import { endpoint } from "#contract/endpoint.ts";
import { emailToken, ok, okResponse, time } from "#contract/schemas.ts";

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

/** A download that the server has prepared, or prepares. `failed`: it has to be asked for again. */
const dataCopy = z.object({
  state: z.enum(["preparing", "ready", "failed"]),
  percent: z.int(),
  /** Null until it is ready, as is the next one. */
  bytes: z.nullable(z.int()),
  expiresAt: z.nullable(time),
});
export type DataCopy = z.infer<typeof dataCopy>;

export const requestDataCopy = endpoint({
  method: "POST",
  path: "/api/account/data-copy",
  summary:
    "Ask for the current member's data, which the server then writes to a file. Requires the password. A ready copy is replaced; while one is being prepared, the call changes nothing",
  access: "member",
  body: dataExportForm,
  reply: z.object({ success: ok, copy: dataCopy }),
});

export const getDataCopy = endpoint({
  method: "GET",
  path: "/api/account/data-copy",
  summary: "Read how far the copy of the current member's data is; null without one",
  access: "member",
  reply: z.object({ success: ok, copy: z.nullable(dataCopy) }),
});

export const createDataCopyLink = endpoint({
  method: "POST",
  path: "/api/account/data-copy/link",
  summary:
    "Create a link to the ready copy of the current member's data. Requires a recent authentication, as asking for the copy is for a member without a second factor. The link works once, within a minute",
  access: "member",
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

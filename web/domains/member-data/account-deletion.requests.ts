import type { RequestOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import type { DataCopy } from "#contract/member-data/member-data.ts";
import { withReauthentication } from "#web/domains/accounts/reauthentication.ts";
import { call } from "#web/lib/api.ts";
import { startFirstVisit } from "#web/lib/first-visit.ts";
import { session } from "#web/lib/session.ts";

/** The form is locked while a request runs, so a request must not hang for longer than this. */
const PATIENCE_MS = 30_000;

/**
 * Deletes the account and ends the session, which clears the local data as a logout does. @throws ApiError
 * `wrong_password`; ReauthenticationCancelled
 */
export async function deleteAccount(body: RequestOf<Endpoints["POST /api/account/delete"]>["body"]): Promise<void> {
  await withReauthentication(() => call("POST /api/account/delete", { body }, AbortSignal.timeout(PATIENCE_MS)));
  startFirstVisit();
  session.end("logout");
}

/**
 * Removes an email address by the token of an emailed link, and the account that somebody else created with it.
 * @throws ApiError `token_invalid`
 */
export const removeEmailAddress = (token: string) =>
  call("POST /api/auth/not-me/:token", { params: { token } }, AbortSignal.timeout(PATIENCE_MS));

/**
 * Asks the server to prepare a copy of the member's data.
 * @throws ReauthenticationCancelled; ApiError `wrong_password`, `data_export_rate_limit`
 */
export const requestDataCopy = async (
  body: RequestOf<Endpoints["POST /api/account/data-copy"]>["body"],
): Promise<DataCopy> =>
  (await withReauthentication(() => call("POST /api/account/data-copy", { body }, AbortSignal.timeout(PATIENCE_MS))))
    .copy;

/**
 * Creates a link to the prepared copy, valid for one download within a minute.
 * @throws ReauthenticationCancelled; ApiError `not_found`, `data_export_rate_limit`
 */
export const createDataCopyLink = async (): Promise<string> =>
  (await withReauthentication(() => call("POST /api/account/data-copy/link", {}, AbortSignal.timeout(PATIENCE_MS))))
    .url;

/**
 * Creates a link to a download that is written while it is read, by the token of an emailed one, for a suspended member.
 * @throws ApiError `token_invalid`, `data_export_rate_limit`
 */
export const openExportLink = async (token: string): Promise<string> =>
  (await call("POST /api/export-links/:token", { params: { token } }, AbortSignal.timeout(PATIENCE_MS))).url;

/** Starts a download without leaving the page: the response is an attachment, which the browser saves itself. */
export function startDownload(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "spotter-data.zip";
  link.click();
}

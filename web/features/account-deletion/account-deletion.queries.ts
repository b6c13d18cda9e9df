import { deleteAccount as deletion, disownAddress as removal, requestDataExport } from "#contract/account.ts";
import type { RequestOf } from "#contract/endpoint.ts";
import { call } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";

/** Nobody waits longer than this, in milliseconds, for a form that cannot be left meanwhile. */
const PATIENCE_MS = 30_000;

/** Deletes my account, and forgets on this device all that belonged to it, as a logout does. @throws ApiError `wrong_password` */
export async function deleteAccount(body: RequestOf<typeof deletion>["body"]): Promise<void> {
  await call(deletion, { body }, AbortSignal.timeout(PATIENCE_MS));
  session.end("logout");
}

/** Removes an address, and the account that somebody else made with it, by the link of its mail. @throws ApiError `token_invalid` */
export const removeAddress = (token: string) => call(removal, { params: { token } }, AbortSignal.timeout(PATIENCE_MS));

/** A link to all of my data, good for one download within a minute. @throws ApiError `wrong_password`, `data_export_rate_limit` */
export const downloadLink = async (body: RequestOf<typeof requestDataExport>["body"]): Promise<string> =>
  (await call(requestDataExport, { body }, AbortSignal.timeout(PATIENCE_MS))).url;

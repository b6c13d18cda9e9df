import type { Sent } from "#contract/endpoint.ts";
import { deleteAccount as deletion, removeAddress as removal, requestDownload } from "#contract/leaving.ts";
import { call } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";

/** Nobody waits longer than this, in milliseconds, for a form that cannot be left meanwhile. */
const PATIENCE_MS = 30_000;

/** Deletes my account, and forgets on this device all that belonged to it, as a logout does. @throws ApiError `wrong_password` */
export async function deleteAccount(body: Sent<typeof deletion>["body"]): Promise<void> {
  await call(deletion, { body }, AbortSignal.timeout(PATIENCE_MS));
  session.end("logout");
}

/** Removes an address, and the account that somebody else made with it, by the link of its mail. @throws ApiError `link_invalid` */
export const removeAddress = (token: string) => call(removal, { params: { token } }, AbortSignal.timeout(PATIENCE_MS));

/** A link to all of my data, good for one download within a minute. @throws ApiError `wrong_password`, `downloads_too_often` */
export const downloadLink = async (body: Sent<typeof requestDownload>["body"]): Promise<string> =>
  (await call(requestDownload, { body }, AbortSignal.timeout(PATIENCE_MS))).url;

import type { Sent } from "#contract/endpoint.ts";
import { deleteAccount as deletion, requestDownload } from "#contract/leaving.ts";
import { call } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";

/** Nobody waits longer than this, in milliseconds, for a form that cannot be left meanwhile. */
const PATIENCE_MS = 30_000;

/** Deletes my account, and forgets on this device all that belonged to it, as a logout does. @throws ApiError `wrong_password` */
export async function deleteAccount(body: Sent<typeof deletion>["body"]): Promise<void> {
  await call(deletion, { body }, AbortSignal.timeout(PATIENCE_MS));
  session.end("logout");
}

/** A link to all of my data, good for one download within a minute. @throws ApiError `downloads_too_often` */
export const downloadLink = async (): Promise<string> =>
  (await call(requestDownload, {}, AbortSignal.timeout(PATIENCE_MS))).url;

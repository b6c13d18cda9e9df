import type { Sent } from "#contract/endpoint.ts";
import { confirmSubscription, sendContactMessage, subscribe, unsubscribe } from "#contract/support.ts";
import { call } from "#web/lib/api.ts";

/** Nobody waits longer than this, in milliseconds. */
const PATIENCE_MS = 30_000;
const patience = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

/** Writes to the operator. @returns what a person is told */
export const writeToSupport = async (body: Sent<typeof sendContactMessage>["body"]): Promise<string> =>
  (await call(sendContactMessage, { body }, patience())).message;

/** Whoever is logged in need not type their address. */
export async function ownAddress(signal: AbortSignal): Promise<string> {
  const { getProfile } = await import("#contract/profiles.ts");
  return (await call(getProfile, {}, signal)).profile.email;
}

/** Asks for the newsletter. @returns what a person is told, the same for every address */
export const askForNewsletter = async (email: string): Promise<string> =>
  (await call(subscribe, { body: { email } }, patience())).message;

/** Says the second yes. @throws ApiError `link_invalid` */
export const confirmNewsletter = (token: string) => call(confirmSubscription, { params: { token } }, patience());

/** @throws ApiError `link_invalid` */
export const leaveNewsletter = (token: string) => call(unsubscribe, { params: { token } }, patience());

import type { RequestOf } from "#contract/endpoint.ts";
import {
  confirmNewsletter,
  sendContactMessage,
  subscribeNewsletter,
  unsubscribeNewsletter,
} from "#contract/support.ts";
import { call } from "#web/lib/api.ts";

/** Nobody waits longer than this, in milliseconds. */
const PATIENCE_MS = 30_000;
const patience = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

/** Writes to the operator. @returns what a person is told */
export const writeToSupport = async (body: RequestOf<typeof sendContactMessage>["body"]): Promise<string> =>
  (await call(sendContactMessage, { body }, patience())).message;

/** Whoever is logged in need not type their address. */
export async function ownAddress(signal: AbortSignal): Promise<string> {
  const { getProfile } = await import("#contract/profiles.ts");
  return (await call(getProfile, {}, signal)).profile.email;
}

/** Asks for the newsletter. @returns what a person is told, the same for every address */
export const askForNewsletter = async (email: string): Promise<string> =>
  (await call(subscribeNewsletter, { body: { email } }, patience())).message;

/** Says the second yes. @throws ApiError `token_invalid` */
export const confirmNewsletterToken = (token: string) => call(confirmNewsletter, { params: { token } }, patience());

/** @throws ApiError `token_invalid` */
export const leaveNewsletter = (token: string) => call(unsubscribeNewsletter, { params: { token } }, patience());

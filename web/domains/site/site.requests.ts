import type { RequestOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { call } from "#web/lib/api.ts";
import { callWithProof } from "#web/lib/proof-of-work.ts";

const TIMEOUT_MS = 30_000;
const createTimeout = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

/** Sends a message to the operator. @returns the message to show */
export const sendSupportMessage = async (body: RequestOf<Endpoints["POST /api/contact"]>["body"]): Promise<string> =>
  (await call("POST /api/contact", { body }, createTimeout())).message;

/** Notifies the operator of illegal content. @returns the notice's number and the message to show */
export const sendNotice = (body: RequestOf<Endpoints["POST /api/notices"]>["body"]) =>
  callWithProof("POST /api/notices", { body }, createTimeout);

/** The email address of the logged-in member, to prefill the form. */
export async function fetchOwnEmail(signal: AbortSignal): Promise<string> {
  return (await call("GET /api/profile", {}, signal)).profile.email;
}

/** Requests the newsletter. @returns the message to show, the same for every address */
export const requestNewsletter = async (email: string): Promise<string> =>
  (await callWithProof("POST /api/newsletter", { body: { email } }, createTimeout)).message;

/** Confirms the subscription (double opt-in). @throws ApiError `token_invalid` */
export const confirmNewsletterToken = (token: string) =>
  call("POST /api/newsletter/confirm/:token", { params: { token } }, createTimeout());

/** @throws ApiError `token_invalid` */
export const unsubscribeFromNewsletter = (token: string) =>
  call("POST /api/newsletter/unsubscribe/:token", { params: { token } }, createTimeout());

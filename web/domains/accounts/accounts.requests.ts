import type { SignedIn } from "#contract/accounts/accounts.ts";
import type { RequestOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { clearEmailUnverified, markEmailUnverified } from "#web/domains/accounts/verify-email-banner-state.ts";
import { call } from "#web/lib/api.ts";
import { startFirstVisit } from "#web/lib/first-visit.ts";
import { withPlaceInLine } from "#web/lib/line.ts";
import { callWithProof } from "#web/lib/proof-of-work.ts";
import { session } from "#web/lib/session.ts";

/** The form is locked while a request runs, so a request must not hang for longer than this. */
const TIMEOUT_MS = 30_000;
export const createTimeout = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

/** A request that checks or sets a password may wait in line for up to 45 seconds. */
const LINE_TIMEOUT_MS = 60_000;
const createLineTimeout = (): AbortSignal => AbortSignal.timeout(LINE_TIMEOUT_MS);

/** Gets the place in line, 1 for the next, if the request waits. */
type OnPlace = (place: number) => void;

/** Stores the session of a login on this device. */
export function startSession(signedIn: SignedIn): SignedIn {
  session.start(signedIn);
  return signedIn;
}

/**
 * Creates an account and starts a session on this device. A proof of work, where the server requires one, adds seconds.
 */
export async function signUp(
  body: RequestOf<Endpoints["POST /api/auth/register"]>["body"],
  onPlace: OnPlace,
): Promise<SignedIn> {
  const send = (ticket: string) => callWithProof("POST /api/auth/register", { body }, createLineTimeout, { ticket });
  const signedIn = startSession(await withPlaceInLine(send, onPlace));
  markEmailUnverified(signedIn.user._id);
  startFirstVisit();
  return signedIn;
}

/** Reports a sign-up below the minimum age. After a second one, the server blocks the device and the address for a day. */
export async function reportUnderage({ email, dateOfBirth }: { email: string; dateOfBirth: string }): Promise<void> {
  const blank = { password: "", confirmPassword: "", username: "" };
  // The form already shows the refusal that this request returns.
  await call("POST /api/auth/register", { body: { ...blank, email, dateOfBirth } }, createTimeout()).catch(
    () => undefined,
  );
}

/** Whether a username is free, and similar ones that are, if it is not. */
export const fetchUsernameAvailability = (username: string, signal: AbortSignal) =>
  call("GET /api/auth/username-available", { query: { username } }, signal);

/** Starts a session on this device. A proof of work, where the server requires one, adds seconds. */
export async function logIn(
  body: RequestOf<Endpoints["POST /api/auth/login"]>["body"],
  onPlace: OnPlace,
): Promise<SignedIn> {
  const send = (ticket: string) => callWithProof("POST /api/auth/login", { body }, createLineTimeout, { ticket });
  return startSession(await withPlaceInLine(send, onPlace));
}

/**
 * Ends the session on this device at once, and on the server after the requests that still need it. The layout then
 * navigates to the home page and clears the caches.
 * @param requests must not reject
 */
export function logOut(requests: Promise<void> = Promise.resolve()): void {
  const token = session.read()?.token;
  session.end("logout");
  if (token) void requests.then(() => call("POST /api/auth/logout", {}, undefined, { token })).catch(() => undefined);
}

/** Requests a password reset link. The response is the same whether or not an account exists. */
export const requestPasswordReset = (email: string) =>
  call("POST /api/auth/forgot-password", { body: { email } }, createTimeout());

/**
 * @returns the email address that a password reset link was sent to
 * @throws ApiError `token_invalid`
 */
export const verifyResetLink = async (token: string, signal: AbortSignal): Promise<string> =>
  (
    await call(
      "GET /api/auth/verify-reset-token/:token",
      { params: { token } },
      AbortSignal.any([signal, createTimeout()]),
    )
  ).email;

/** Sets a new password by a reset token and starts a session. */
export const resetPasswordByToken = async (
  body: RequestOf<Endpoints["POST /api/auth/reset-password"]>["body"],
): Promise<SignedIn> => startSession(await call("POST /api/auth/reset-password", { body }, createTimeout()));

/** Sets a new password by the current one. All other sessions end; this device gets a new one. */
export const changePassword = async (
  body: RequestOf<Endpoints["POST /api/auth/change-password"]>["body"],
): Promise<SignedIn> => startSession(await call("POST /api/auth/change-password", { body }, createTimeout()));

let returnPath: string | undefined;

/** Stores the path that a visitor requested before they had to log in. */
export function setReturnPath(path: string | undefined): void {
  returnPath = path;
}

/** @returns the path to open after a login: the stored one, once, else `fallback` */
export function takeReturnPath(fallback: string): string {
  const screen = returnPath ?? fallback;
  returnPath = undefined;
  return screen;
}

const requests = new Map<string, Promise<string | undefined>>();

/**
 * Confirms an email address by the token of a link. Concurrent calls share one request; a failed one can be repeated.
 * @returns the message to show, if any
 */
export function confirmEmail(token: string): Promise<string | undefined> {
  const running = requests.get(token);
  if (running) return running;
  const request = call("POST /api/auth/verify-email/:token", { params: { token } }, createTimeout()).then(
    ({ message }) => {
      clearEmailUnverified();
      return message;
    },
  );
  requests.set(token, request);
  request.catch(() => requests.delete(token));
  return request;
}

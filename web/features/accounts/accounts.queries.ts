import {
  changePassword as change,
  forgotPassword,
  login,
  logout,
  register,
  resetPassword,
  type SignedIn,
  sendVerification,
  verifyEmail,
  verifyResetToken,
} from "#contract/accounts.ts";
import type { RequestOf } from "#contract/endpoint.ts";
import { forgetUnconfirmed, noteUnconfirmed } from "#web/features/accounts/verify-email-banner-state.ts";
import { call } from "#web/lib/api.ts";
import { callWithProof } from "#web/lib/proof-of-work.ts";
import { session } from "#web/lib/session.ts";
import { confirmLeave } from "#web/lib/unsaved-changes.ts";

/** Nobody waits longer than this, in milliseconds, for a form that cannot be left meanwhile. */
const PATIENCE_MS = 30_000;
const patience = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

function begin(signedIn: SignedIn): SignedIn {
  session.start(signedIn);
  return signedIn;
}

/** Makes an account and logs in to it on this device. It may take seconds more where the server demands a proof of work. */
export async function signUp(body: RequestOf<typeof register>["body"]): Promise<SignedIn> {
  const signedIn = begin(await callWithProof(register, { body }, patience));
  noteUnconfirmed(signedIn.user._id);
  return signedIn;
}

/** Tells the server that somebody under 18 wants to join, which it remembers for a day: of the device, and of the address. */
export async function reportUnderage({ email, dateOfBirth }: { email: string; dateOfBirth: string }): Promise<void> {
  const nothing = { password: "", confirmPassword: "", username: "" };
  // The answer is the refusal that is shown already.
  await call(register, { body: { ...nothing, email, dateOfBirth } }, patience()).catch(() => undefined);
}

/** Logs in on this device. It may take seconds more where the server demands a proof of work. */
export const logIn = async (body: RequestOf<typeof login>["body"]): Promise<SignedIn> =>
  begin(await callWithProof(login, { body }, patience));

/**
 * Ends the login here, unless its owner stays for what is not saved; the server is told, but not waited for. The layout
 * goes home and forgets what was cached.
 */
export async function logOut(): Promise<void> {
  if (!(await confirmLeave())) return;
  call(logout, {}).catch(() => {});
  session.end("logout");
}

/** Asks for a link for a new password. The answer is the same for members and strangers. */
export const askForReset = (email: string) => call(forgotPassword, { body: { email } }, patience());

/** Whose address a link for a new password was sent to. @throws ApiError `token_invalid` */
export const checkResetLink = async (token: string, signal: AbortSignal): Promise<string> =>
  (await call(verifyResetToken, { params: { token } }, AbortSignal.any([signal, patience()]))).email;

/** Sets a new password by a link, and logs in. */
export const setPassword = async (body: RequestOf<typeof resetPassword>["body"]): Promise<SignedIn> =>
  begin(await call(resetPassword, { body }, patience()));

/** Sets a new password by the current one. All other logins end; here a new one takes the old one's place. */
export const changePassword = async (body: RequestOf<typeof change>["body"]): Promise<SignedIn> =>
  begin(await call(change, { body }, patience()));

let wanted: string | undefined;

/** Remembers which screen of ours somebody came for who has to log in first. */
export function wantScreen(path: string | undefined): void {
  wanted = path;
}

/** Where a login leads: to the screen that was asked for, once; else where it leads otherwise. */
export function screenAfterLogin(otherwise: string): string {
  const screen = wanted ?? otherwise;
  wanted = undefined;
  return screen;
}

const asked = new Map<string, Promise<string | undefined>>();

/**
 * Confirms an address by its link: once, however often it is called meanwhile. What failed can be asked again.
 * @returns what there is to tell of it, if anything
 */
export function confirmEmail(token: string): Promise<string | undefined> {
  const before = asked.get(token);
  if (before) return before;
  const asking = call(verifyEmail, { params: { token } }, patience()).then(({ message }) => {
    forgetUnconfirmed();
    return message;
  });
  asked.set(token, asking);
  asking.catch(() => asked.delete(token));
  return asking;
}

/** Has the link that confirms one's address sent again. @returns what a person is told */
export const resendLink = async (): Promise<string> => (await call(sendVerification, {}, patience())).message;

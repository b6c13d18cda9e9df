import * as browser from "#web/lib/passkeys.ts";

/** As in `lib`, with words for refusals of the browser. */

/** A refusal by the browser or its user, with words for the member. */
export class PasskeyError extends Error {}

function toPasskeyError(error: unknown): Error {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError") return new PasskeyError("This device has a passkey for your account already.");
  // Browsers do not say whether it was cancelled, took too long, or found no passkey.
  if (name === "NotAllowedError" || name === "AbortError")
    return new PasskeyError("No passkey was used. Try again whenever you like.");
  return new PasskeyError("Your browser could not use a passkey here.");
}

/** @throws PasskeyError */
const withWords =
  <Options, Answer>(call: (options: Options) => Promise<Answer>) =>
  (options: Options): Promise<Answer> =>
    call(options).catch((error: unknown) => {
      throw toPasskeyError(error);
    });

/** On this device, or on another one that the member picks. @throws PasskeyError */
export const createPasskey = withWords(browser.createPasskey);

/** @throws PasskeyError */
export const readPasskey = withWords(browser.readPasskey);

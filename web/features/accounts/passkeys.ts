import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from "#contract/webauthn.ts";

/** The browser's part of passkeys (WebAuthn Level 3). Each call opens the browser's own dialog. */

/** A refusal by the browser or its user, with words for the member. */
export class PasskeyError extends Error {}

/** Browsers allow no passkeys at an IP address. */
const IP_ADDRESS = /^[\d.]+$|:/;

/** Whether this browser can use passkeys at this address. */
export const canUsePasskeys = (): boolean =>
  isSecureContext &&
  typeof PublicKeyCredential === "function" &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  !IP_ADDRESS.test(location.hostname);

function toPasskeyError(error: unknown): Error {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError") return new PasskeyError("This device has a passkey for your account already.");
  // Browsers do not say whether it was cancelled, took too long, or found no passkey.
  if (name === "NotAllowedError" || name === "AbortError")
    return new PasskeyError("No passkey was used. Try again whenever you like.");
  return new PasskeyError("Your browser could not use a passkey here.");
}

const toJson = (credential: Credential | null): unknown => (credential as PublicKeyCredential | null)?.toJSON();

/** Makes a passkey on this device, or on another one that the member picks. @throws PasskeyError */
export async function createPasskey(options: CreationOptions): Promise<RegistrationResponse> {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return toJson(await navigator.credentials.create({ publicKey })) as RegistrationResponse;
  } catch (error) {
    throw toPasskeyError(error);
  }
}

/** Asks for a passkey. @throws PasskeyError */
export async function readPasskey(options: RequestOptions): Promise<AuthenticationResponse> {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return toJson(await navigator.credentials.get({ publicKey })) as AuthenticationResponse;
  } catch (error) {
    throw toPasskeyError(error);
  }
}

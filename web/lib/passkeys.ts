import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from "#contract/webauthn.ts";

/** The browser's part of passkeys (WebAuthn Level 3). Each call opens the browser's own dialog. */

/** Browsers allow no passkeys at an IP address. */
const IP_ADDRESS = /^[\d.]+$|:/;

/** Whether this browser can make and use passkeys at this address. */
export const canUsePasskeys = (): boolean =>
  isSecureContext &&
  typeof PublicKeyCredential === "function" &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  !IP_ADDRESS.test(location.hostname);

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("The browser returned no passkey");
  return credential.toJSON();
}

/**
 * Makes a passkey on this device, or on another one that the person picks.
 * @throws DOMException if the person cancels, or the device has one already
 */
export async function createPasskey(options: CreationOptions): Promise<RegistrationResponse> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return toJson(await navigator.credentials.create({ publicKey })) as RegistrationResponse;
}

/** Asks for a passkey. @throws DOMException if the person cancels */
export async function readPasskey(options: RequestOptions): Promise<AuthenticationResponse> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return toJson(await navigator.credentials.get({ publicKey })) as AuthenticationResponse;
}

import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from "#contract/accounts/webauthn.ts";

/** WebAuthn Level 3. Each call opens the browser's own dialog. */

/** Browsers allow no passkeys at an IP address. */
const IP_ADDRESS = /^[\d.]+$|:/;

/** In this browser, at this address. */
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
 * On this device, or on another one that the person picks.
 * @throws DOMException if the person cancels, or the device has one already
 */
export async function createPasskey(options: CreationOptions): Promise<RegistrationResponse> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return toJson(await navigator.credentials.create({ publicKey })) as RegistrationResponse;
}

/** @throws DOMException if the person cancels */
export async function readPasskey(options: RequestOptions): Promise<AuthenticationResponse> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return toJson(await navigator.credentials.get({ publicKey })) as AuthenticationResponse;
}

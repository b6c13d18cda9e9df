import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from "#contract/accounts/webauthn.ts";
import { MINUTE_MS } from "#contract/durations.ts";

/**
 * Passkeys by WebAuthn. A passkey is always discoverable and always verifies its user, so that it logs in by itself.
 * These functions keep nothing: the caller stores challenges, uses each once, and stores passkeys and their counters.
 */

export interface RelyingParty {
  /** A domain. Passkeys of another one are unusable. */
  readonly id: string;
  readonly name: string;
  /** Base URLs of pages that may ask for a passkey. */
  readonly origins: readonly string[];
}

export interface StoredPasskey {
  /** base64url */
  readonly credentialId: string;
  /** COSE */
  readonly publicKey: Buffer;
  /** 0 for passkeys that do not count, such as synced ones. */
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface NewPasskey extends StoredPasskey {
  /** It is synced to other devices of its owner. */
  readonly isBackedUp: boolean;
}

/** 450 modules, which few processes ever use: loaded with the first passkey instead of at each start. */
const library = () => import("@simplewebauthn/server");

const CHALLENGE_BYTES = 32;
const TIMEOUT_MS = 5 * MINUTE_MS;
/** COSE: Ed25519, ECDSA with P-256, RSA with SHA-256. */
const ALGORITHMS = [-8, -7, -257];
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

/**
 * Browsers allow no passkeys at an IP address. A loopback address, as in development, therefore becomes `localhost`.
 */
export function relyingPartyOf(site: string, name = "Spotter"): RelyingParty {
  const url = new URL(site);
  const isLoopback = /^(127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (!isLoopback) return { id: url.hostname, name, origins: [url.origin] };
  const local = new URL(site);
  local.hostname = "localhost";
  return { id: "localhost", name, origins: [local.origin, url.origin] };
}

export const allowsPasskeys = ({ id }: RelyingParty): boolean => isIP(id.replace(/^\[|\]$/g, "")) === 0;

/** base64url */
export const newChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString("base64url");

const describe = ({ credentialId, transports }: Pick<StoredPasskey, "credentialId" | "transports">) => ({
  id: credentialId,
  type: "public-key" as const,
  transports: [...transports],
});

/**
 * @param user `handle` is no personal data, at most 64 bytes
 * @param known the owner's passkeys: their authenticators make no second one
 */
export const createRegistrationOptions = (
  rp: RelyingParty,
  user: { readonly handle: string; readonly name: string },
  challenge: string,
  known: readonly Pick<StoredPasskey, "credentialId" | "transports">[],
): CreationOptions => ({
  rp: { id: rp.id, name: rp.name },
  user: { id: Buffer.from(user.handle).toString("base64url"), name: user.name, displayName: user.name },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
  timeout: TIMEOUT_MS,
  excludeCredentials: known.map(describe),
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none",
});

/**
 * We ask for no certificates. To verify some, the library would fetch their revocation lists from addresses that the
 * sender chooses.
 */
async function hasNoCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get("fmt");
  return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined);
}

/** @returns the passkey; undefined if the response is not a valid answer to the challenge */
export async function verifyRegistration(
  { id, origins }: RelyingParty,
  { response, challenge }: { readonly response: RegistrationResponse; readonly challenge: string },
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  try {
    if (!(await hasNoCertificates(response.response.attestationObject))) return undefined;
    const { transports = [], ...answer } = response.response;
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: { ...response, rawId: response.id, response: answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!info || info.credential.id !== response.id) return undefined;
    return {
      credentialId: info.credential.id,
      publicKey: Buffer.from(info.credential.publicKey),
      counter: info.credential.counter,
      transports: TRANSPORTS.filter((transport) => transports.includes(transport)),
      isBackedUp: info.credentialBackedUp,
    };
  } catch {
    // The library throws for each way in which a response can be wrong.
    return undefined;
  }
}

/** @param allowed the passkeys that may answer; empty: any that the authenticator has for the site */
export const createAuthenticationOptions = (
  rp: RelyingParty,
  challenge: string,
  allowed: readonly Pick<StoredPasskey, "credentialId" | "transports">[] = [],
): RequestOptions => ({
  rpId: rp.id,
  challenge,
  timeout: TIMEOUT_MS,
  allowCredentials: allowed.map(describe),
  userVerification: "required",
});

/**
 * @param passkey the stored passkey with the id of the response
 * @returns what to store about the passkey, where no later counter is stored yet; undefined if the response is not a
 *   valid answer to the challenge, or repeats a counter
 */
export async function verifyAuthentication(
  { id, origins }: RelyingParty,
  {
    response,
    challenge,
    passkey,
  }: { readonly response: AuthenticationResponse; readonly challenge: string; readonly passkey: StoredPasskey },
): Promise<{ readonly counter: number; readonly isBackedUp: boolean } | undefined> {
  if (response.id !== passkey.credentialId) return undefined;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { clientDataJSON, authenticatorData, signature } = response.response;
    const answer = { clientDataJSON, authenticatorData, signature };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, rawId: response.id, response: answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}

import * as z from "zod/mini";
import { lengthLimit } from "#contract/form-fields.ts";

/**
 * WebAuthn Level 3 in JSON, as `PublicKeyCredential.parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON` and
 * `toJSON` have it. Other fields of a response are dropped, such as `rawId`, which repeats `id`.
 */

const base64url = (max: number) => z.string().check(lengthLimit(max), z.regex(/^[\w-]*$/));

/** A credential id has at most 1,023 bytes. */
const credentialId = base64url(1364);
const CLIENT_DATA_MAX = 1000;
const AUTHENTICATOR_DATA_MAX = 1500;
const ATTESTATION_MAX = 4000;
/** RSA with 4,096 bits. */
const SIGNATURE_MAX = 700;
const TRANSPORTS_MAX = 8;

const transports = z.array(z.string().check(lengthLimit(20))).check(z.maxLength(TRANSPORTS_MAX));
const descriptor = z.object({ id: z.string(), type: z.literal("public-key"), transports });

export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type CreationOptions = z.output<typeof creationOptions>;

export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  /** Empty: the authenticator offers the passkeys that it has for the site. */
  allowCredentials: z.array(descriptor),
  userVerification: z.literal("required"),
});
export type RequestOptions = z.output<typeof requestOptions>;

const credential = { id: credentialId, type: z.literal("public-key") };

export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_MAX),
    attestationObject: base64url(ATTESTATION_MAX),
    transports: z.optional(transports),
  }),
});
export type RegistrationResponse = z.output<typeof registrationResponse>;

export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_MAX),
    authenticatorData: base64url(AUTHENTICATOR_DATA_MAX),
    signature: base64url(SIGNATURE_MAX),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
});
export type AuthenticationResponse = z.output<typeof authenticationResponse>;

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from "#contract/accounts/webauthn.ts";

interface Credential {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly rpId: string;
  readonly userHandle: string;
  counter: number;
}

/** A hostile client may deviate. */
interface Deviations {
  /** The page's origin. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** Whether the user was verified, as by a fingerprint. */
  readonly verified?: boolean;
  readonly type?: string;
}

interface RegistrationDeviations extends Deviations {
  readonly attestation?: { readonly format: string; readonly statement: Map<string, unknown> };
}

interface AuthenticationDeviations extends Deviations {
  /** The id of the credential that answers. Absent: the newest one that is allowed. */
  readonly credentialId?: string;
  readonly counter?: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

/** A public key as COSE: ECDSA with P-256 and SHA-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const map = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  return Buffer.from(isoCBOR.encode(map));
}

/**
 * An authenticator in software, with its browser: makes real ES256 passkeys and assertions.
 * @param origin of the pages
 * @param options `counts`: with a signature counter, like a security key; otherwise synced, like a phone's passkeys
 */
export function createSoftwareAuthenticator(origin: string, { counts = false }: { readonly counts?: boolean } = {}) {
  const credentials: Credential[] = [];
  const backup = counts ? 0 : BACKUP_ELIGIBLE | BACKED_UP;

  const clientData = (type: string, challenge: string, pageOrigin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: pageOrigin, crossOrigin: false }));

  function authenticatorData(rpId: string, flags: number, counter: number, rest = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, rest]);
  }

  const presence = (verified: boolean): number => USER_PRESENT | backup | (verified ? USER_VERIFIED : 0);

  return {
    /** The ids of its passkeys, the oldest first. */
    get ids(): string[] {
      return credentials.map(({ id }) => id);
    },

    create(options: CreationOptions, deviations: RegistrationDeviations = {}): RegistrationResponse {
      const { verified = true, type = "webauthn.create", attestation } = deviations;
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const rawId = randomBytes(32);
      const id = rawId.toString("base64url");
      const rpId = deviations.rpId ?? options.rp.id;
      credentials.push({ id, privateKey, rpId, userHandle: options.user.id, counter: 0 });
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(rawId.length);
      const attested = Buffer.concat([Buffer.alloc(16), idLength, rawId, coseKey(publicKey)]);
      const authData = authenticatorData(rpId, presence(verified) | HAS_CREDENTIAL, 0, attested);
      const object = new Map<string, unknown>([
        ["fmt", attestation?.format ?? "none"],
        ["attStmt", attestation?.statement ?? new Map()],
        ["authData", new Uint8Array(authData)],
      ]);
      const data = clientData(type, deviations.challenge ?? options.challenge, deviations.origin ?? origin);
      return {
        id,
        type: "public-key",
        response: {
          clientDataJSON: data.toString("base64url"),
          attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString("base64url"),
          transports: counts ? ["usb"] : ["internal", "hybrid"],
        },
      };
    },

    /** Proves that it has a passkey. @throws Error if none is allowed */
    get(options: RequestOptions, deviations: AuthenticationDeviations = {}): AuthenticationResponse {
      const { verified = true, type = "webauthn.get", credentialId } = deviations;
      const allowed = options.allowCredentials.map(({ id }) => id);
      const credential = credentials.findLast(({ id, rpId }) =>
        credentialId === undefined
          ? rpId === options.rpId && (allowed.length === 0 || allowed.includes(id))
          : id === credentialId,
      );
      if (!credential) throw new Error("No passkey of this authenticator is allowed");
      if (counts) credential.counter++;
      const rpId = deviations.rpId ?? credential.rpId;
      const authData = authenticatorData(rpId, presence(verified), deviations.counter ?? credential.counter);
      const data = clientData(type, deviations.challenge ?? options.challenge, deviations.origin ?? origin);
      const signature = sign("sha256", Buffer.concat([authData, sha256(data)]), credential.privateKey);
      return {
        id: credential.id,
        type: "public-key",
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: credential.userHandle,
        },
      };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>;

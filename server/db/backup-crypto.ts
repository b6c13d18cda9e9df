import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readOrCreateKeyFile } from "#server/lib/keyed-hash.ts";

/** Transforms a stream. */
export type Stage = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Leaves everything as it is. */
export const asItIs: Stage = (source) => source;

/** The suffix of encrypted files. */
export const SEALED = ".age";

/**
 * Encrypts files for recipients in the format of `age` (age-encryption.org/v1). The private keys are stored elsewhere.
 * @param recipients each as `age1…`
 * @throws Error for an invalid recipient
 */
export async function sealFor(recipients: readonly string[]): Promise<Stage> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new Error(`${recipient} is no recipient: it must look like age1…, as \`age-keygen\` prints it`);
    }
  }
  return async function* seal(source) {
    yield* await encrypter.encrypt(ReadableStream.from(source));
  };
}

/** Decrypts files with the private keys in a file of `age-keygen`. @throws Error if the file contains none */
export async function unsealWith(identityFile: string): Promise<Stage> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  const lines = readFileSync(identityFile, "utf8")
    .split("\n")
    .map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (identities.length === 0) throw new Error(`There is no private key in ${identityFile}: a line AGE-SECRET-KEY-…`);
  for (const identity of identities) decrypter.addIdentity(identity);
  return async function* unseal(source) {
    yield* await decrypter.decrypt(ReadableStream.from(source)).catch((error: unknown) => {
      throw new Error(`The backup cannot be decrypted with ${identityFile}`, { cause: error });
    });
  };
}

/**
 * Signs data that leaves the data folder and may return: backups and the status log (Ed25519, RFC 8032). The private
 * key is in `backup.key` of the data folder, and in no backup. Encryption to a recipient is not a signature: anyone who
 * knows the recipient can create a backup.
 */
export interface Signer {
  /** 64 hexadecimal digits, so that it never looks like a command-line option. */
  readonly publicKey: string;
  /** Signs bytes. @returns the signature, in base64url */
  sign(bytes: Buffer | string): string;
}

const FILE = "backup.key";
const PUBLIC_KEY = /^[\da-f]{64}$/;

const toText = (key: KeyObject): string =>
  Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
const toKey = (text: string): KeyObject => {
  const x = Buffer.from(text, "hex").toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
};

const makeKey = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** The signer of a data folder; its key is created at the first call. @throws Error if the key file is invalid */
export function readSigner(dataDir: string): Signer {
  const path = join(dataDir, FILE);
  let key: KeyObject;
  try {
    key = createPrivateKey(readOrCreateKeyFile(path, makeKey));
  } catch {
    throw new Error(`${path} must hold an Ed25519 key. Restore it from your copy of the secrets.`);
  }
  return {
    publicKey: toText(createPublicKey(key)),
    sign: (bytes) => sign(null, Buffer.from(bytes), key).toString("base64url"),
  };
}

/**
 * Reads the trusted public keys.
 * @param given a public key, or a file with one per line
 * @throws Error if it is neither
 */
export function readTrusted(given: string): readonly string[] {
  if (PUBLIC_KEY.test(given)) return [given];
  const keys = existsSync(given)
    ? readFileSync(given, "utf8")
        .split("\n")
        .map((line) => line.trim())
    : [];
  const known = keys.filter((line) => PUBLIC_KEY.test(line));
  if (known.length === 0) throw new Error(`${given} is no public key, and no file with one`);
  return known;
}

/** Whether one of the trusted keys signed these bytes. */
export const isSignedBy = (trusted: readonly string[], bytes: Buffer | string, signature: string): boolean =>
  trusted.some((key) => verify(null, Buffer.from(bytes), toKey(key), Buffer.from(signature, "base64url")));

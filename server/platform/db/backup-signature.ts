import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readOrCreateKeyFile } from "#server/platform/lib/keyed-hash.ts";

/**
 * Signs data that leaves the data folder and may return: backups and the status log (Ed25519, RFC 8032). The private
 * key is in `backup.key` of the data folder and never in a backup. Encryption does not replace the signature: anyone
 * who knows the recipient can create an encrypted backup.
 */
export interface Signer {
  /** 64 hexadecimal digits, which cannot be mistaken for a command-line option. */
  readonly publicKey: string;
  /** @returns base64url */
  sign(bytes: Buffer | string): string;
}

const KEY_FILE = "backup.key";
const PUBLIC_KEY = /^[\da-f]{64}$/;

const publicKeyToHex = (key: KeyObject): string =>
  Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
const publicKeyFromHex = (text: string): KeyObject => {
  const x = Buffer.from(text, "hex").toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
};

const generateKey = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** Returns the signer of a data folder. The first call creates its key. @throws Error if the key file is invalid */
export function readSigner(dataDir: string): Signer {
  const path = join(dataDir, KEY_FILE);
  const pem = readOrCreateKeyFile(path, generateKey);
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new Error(`${path} is not an Ed25519 key. Restore it from your copy of the secrets.`);
  }
  return {
    publicKey: publicKeyToHex(createPublicKey(key)),
    sign: (bytes) => sign(null, Buffer.from(bytes), key).toString("base64url"),
  };
}

/**
 * Reads the trusted public keys.
 * @param source a public key, or the path of a file with one key per line
 * @throws Error if it is neither
 */
export function readTrustedKeys(source: string): readonly string[] {
  if (PUBLIC_KEY.test(source)) return [source];
  const keys = existsSync(source)
    ? readFileSync(source, "utf8")
        .split("\n")
        .map((line) => line.trim())
    : [];
  const trustedKeys = keys.filter((line) => PUBLIC_KEY.test(line));
  if (trustedKeys.length === 0) throw new Error(`${source} is neither a public key nor a file with one`);
  return trustedKeys;
}

export const isSignedBy = (trusted: readonly string[], bytes: Buffer | string, signature: string): boolean =>
  trusted.some((key) => verify(null, Buffer.from(bytes), publicKeyFromHex(key), Buffer.from(signature, "base64url")));

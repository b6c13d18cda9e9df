import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readOrCreateKeyFile } from "#server/lib/keyed-hash.ts";

/**
 * Signs what leaves the data folder and may come back: backups, and the record of who has gone (Ed25519, RFC 8032). The private
 * key is in `backup.key` of the data folder and in no backup. Encryption to a recipient does not do this: whoever knows the
 * recipient could make a backup of their own.
 */
export interface Signer {
  /** What others know the signer by: 64 hexadecimal digits, so that it begins like no option of a command. */
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

/** The signer of a data folder; its key is made the first time. @throws Error where the file holds none */
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
 * Reads whom an operator trusts.
 * @param given a public key, or a file with one in each line
 * @throws Error where it is neither
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

/** Whether one of the trusted keys has signed these bytes. */
export const isSignedBy = (trusted: readonly string[], bytes: Buffer | string, signature: string): boolean =>
  trusted.some((key) => verify(null, Buffer.from(bytes), toKey(key), Buffer.from(signature, "base64url")));

import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The browser's keys of a subscription: its public key, and the shared secret. */
export interface PushKeys {
  readonly p256dh: Uint8Array;
  readonly auth: Uint8Array;
}

export const CURVE = "prime256v1";
const SALT_BYTES = 16;
const RECORD_BYTES = 4096;
const TAG_BYTES = 16;
/** Marks the end of the content in the last record; only zeros follow. */
const LAST = 2;

/** Whether bytes are a public key that something can be encrypted for: a point of the curve, uncompressed. */
export function isPublicKey(key: Uint8Array): boolean {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(key);
  } catch {
    return false;
  }
  return true;
}

const hkdf = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

interface Drawn {
  readonly salt: Uint8Array;
  readonly privateKey: Uint8Array;
}

const draw = (): Drawn => {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  return { salt: randomBytes(SALT_BYTES), privateKey: ecdh.getPrivateKey() };
};

/**
 * Encrypts a message for one browser by RFC 8291 (`aes128gcm`, one record).
 * @param length pads the message to so many bytes, so that its length reveals nothing
 * @throws Error for an invalid browser key
 */
export function encryptPush(
  text: Uint8Array,
  { p256dh, auth }: PushKeys,
  length: number,
  { salt, privateKey }: Drawn = draw(),
): Buffer {
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(privateKey);
  const ownKey = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, ownKey]);
  const secret = hkdf(ecdh.computeSecret(p256dh), auth, info, 32);
  const key = hkdf(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = hkdf(secret, salt, "Content-Encoding: nonce\0", 12);
  const padded = Buffer.alloc(Math.max(text.length + 1, length));
  padded.set(text);
  padded[text.length] = LAST;
  if (padded.length + TAG_BYTES > RECORD_BYTES) throw new RangeError("a push must fit into one record");
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(ownKey.length, 4);
  return Buffer.concat([salt, head, ownKey, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
}

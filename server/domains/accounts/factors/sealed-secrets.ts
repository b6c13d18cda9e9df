import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Context } from "#server/context.ts";

/**
 * AES-256-GCM, with a key for each member that is derived from the hash key, so that a dump of the database is worth
 * nothing without it. The layout is nonce, tag, text.
 */
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (ctx: Context, memberId: string): Buffer => ctx.keyedHash("totp secret", memberId);

export function sealSecret(ctx: Context, memberId: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(ctx, memberId), nonce);
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** @returns undefined if it was sealed for another member, or with another hash key */
export function openSecret(ctx: Context, memberId: string, sealed: Buffer): Buffer | undefined {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(ctx, memberId), nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

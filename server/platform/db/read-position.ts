import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** A position in the write-ahead log of the primary, in bytes. All that was committed before is in it. */
export type Position = number;

/** For a client whose last write has no known position: no replica has reached it. */
export const UNKNOWN_POSITION: Position = Number.MAX_SAFE_INTEGER;

/**
 * Clients would otherwise learn how much everybody writes. A value is one block of AES-256: the position, random bytes,
 * and zeros by which a value that was not sealed here is recognized.
 */
export interface PositionSealer {
  seal(position: Position): string;
  open(sealed: string): Position | undefined;
}

const ALGORITHM = "aes-256-ecb";
const BLOCK_BYTES = 16;
const RANDOM_BYTES = 4;
const ZEROS = Buffer.alloc(4);

export function createPositionSealer(key: Buffer): PositionSealer {
  return {
    seal(position) {
      const block = Buffer.alloc(BLOCK_BYTES - RANDOM_BYTES - ZEROS.length);
      block.writeBigUInt64BE(BigInt(position));
      const cipher = createCipheriv(ALGORITHM, key, null).setAutoPadding(false);
      return cipher.update(Buffer.concat([block, randomBytes(RANDOM_BYTES), ZEROS])).toString("base64url");
    },
    open(sealed) {
      const block = Buffer.from(sealed, "base64url");
      if (block.length !== BLOCK_BYTES) return undefined;
      const plain = createDecipheriv(ALGORITHM, key, null).setAutoPadding(false).update(block);
      return plain.subarray(-ZEROS.length).equals(ZEROS) ? Number(plain.readBigUInt64BE()) : undefined;
    },
  };
}

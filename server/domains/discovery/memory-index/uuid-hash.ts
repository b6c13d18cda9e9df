/**
 * PostgreSQL's hash on a little-endian machine, which orders members of equal score. It is Bob Jenkins' lookup3 over
 * the 16 bytes of a UUID. The index compares one result with the database's before it is used.
 */

/** `0x9e3779b9 + 16 + 3923095`, as `hash_bytes_extended` starts with for 16 bytes. */
const INITIAL = (0x9e37_79b9 + 16 + 3_923_095) | 0;

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

export interface Hash64 {
  readonly high: number;
  readonly low: number;
}

/** @param words an array that contains the UUID's four little-endian words from `at` on */
export function hashUuid(words: Uint32Array, at: number, seed: Hash64): Hash64 {
  let [a, b, c] = [INITIAL, INITIAL, INITIAL];
  const mix = (): void => {
    a = ((a - c) ^ rotate(c, 4)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotate(a, 6)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotate(b, 8)) | 0;
    b = (b + a) | 0;
    a = ((a - c) ^ rotate(c, 16)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotate(a, 19)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotate(b, 4)) | 0;
    b = (b + a) | 0;
  };
  if (seed.high !== 0 || seed.low !== 0) {
    a = (a + seed.high) | 0;
    b = (b + seed.low) | 0;
    mix();
  }
  a = (a + (words[at] ?? 0)) | 0;
  b = (b + (words[at + 1] ?? 0)) | 0;
  c = (c + (words[at + 2] ?? 0)) | 0;
  mix();
  a = (a + (words[at + 3] ?? 0)) | 0;
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  c = ((c ^ b) - rotate(b, 24)) | 0;
  return { high: b, low: c >>> 0 };
}

export const NO_SEED: Hash64 = { high: 0, low: 0 };

export const toBigInt = ({ high, low }: Hash64): bigint => (BigInt(high) << 32n) | BigInt(low);

/** A UUID as four little-endian words, as it is hashed. */
export const WORDS_PER_UUID = 4;

/** @param words to write the UUID to, from `at` on */
export function writeUuid(uuid: string, words: Uint32Array, at: number): void {
  const bytes = Buffer.from(uuid.replaceAll("-", ""), "hex");
  for (let i = 0; i < WORDS_PER_UUID; i++) words[at + i] = bytes.readUInt32LE(4 * i);
}

export function readUuid(words: Uint32Array, at: number): string {
  const bytes = Buffer.alloc(16);
  for (let i = 0; i < WORDS_PER_UUID; i++) bytes.writeUInt32LE(words[at + i] ?? 0, 4 * i);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

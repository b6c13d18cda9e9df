/** UUIDs as four little-endian words each, as `uuid-hash.ts` needs them. */

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

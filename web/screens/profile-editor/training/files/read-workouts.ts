import { isFitAt, readFit } from "#web/screens/profile-editor/training/files/fit-reader.ts";
import { StepBudget } from "#web/screens/profile-editor/training/files/step-budget.ts";
import { readTracks } from "#web/screens/profile-editor/training/files/track-readers.ts";
import { FileError, type Workout } from "#web/screens/profile-editor/training/files/workout.ts";

/** The first bytes of formats, which say more than the names of files. */
const ARCHIVES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
] as const;
const LESS = 0x3c;

export const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);

/**
 * From an unpacked FIT, GPX or TCX file.
 * @param steps of the file's size, unless a test counts them
 * @throws FileError, and nothing else, whatever the bytes are
 */
export function readWorkouts(bytes: Uint8Array, steps = new StepBudget(bytes.length)): Workout[] {
  if (bytes.length === 0) throw new FileError("empty");
  if (ARCHIVES.some((start) => startsWith(bytes, start))) throw new FileError("archive");
  if (isFitAt(bytes, 0)) return readFit(bytes, steps);
  const text = toUtf8(bytes);
  if (text[findStart(text)] !== LESS) throw new FileError("foreign");
  return readTracks(text, steps);
}

/** UTF-16, which some apps on Windows write, becomes UTF-8. Other encodings agree with it in what is read. */
function toUtf8(bytes: Uint8Array): Uint8Array {
  const isLittleEndian = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [LESS, 0]);
  const isBigEndian = startsWith(bytes, [0xfe, 0xff]) || startsWith(bytes, [0, LESS]);
  if (!isLittleEndian && !isBigEndian) return bytes;
  const text = new TextDecoder(isLittleEndian ? "utf-16le" : "utf-16be").decode(bytes);
  return new TextEncoder().encode(text);
}

/** After a byte order mark and spaces: exports of Strava begin with ten of them. */
function findStart(text: Uint8Array): number {
  let at = startsWith(text, [0xef, 0xbb, 0xbf]) ? 3 : 0;
  while (at < text.length && (text[at] ?? 0) <= 0x20) at++;
  return at;
}

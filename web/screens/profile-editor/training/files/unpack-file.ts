import { FILE_BYTES_MAX } from "#contract/limits.ts";
import { startsWith } from "#web/screens/profile-editor/training/files/read-workouts.ts";
import { FileError } from "#web/screens/profile-editor/training/files/workout.ts";

const GZIP = [0x1f, 0x8b] as const;

/**
 * A file with gzip, as in the exports of Strava, is unpacked as far as the limit.
 * @throws FileError `large`, `damaged`, or `unreadable` if the device does not give the file
 */
export async function unpackFile(file: Blob): Promise<Uint8Array> {
  if (file.size > FILE_BYTES_MAX) throw new FileError("large");
  const buffer = await file.arrayBuffer().catch(() => {
    throw new FileError("unreadable");
  });
  const bytes = new Uint8Array(buffer);
  return startsWith(bytes, GZIP) ? unpack(bytes) : bytes;
}

async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      length += read.value.length;
      if (length > FILE_BYTES_MAX) throw new FileError("large");
    }
  } catch (error) {
    throw error instanceof FileError ? error : new FileError("damaged");
  } finally {
    // Ends a stream that was given up, and does nothing to one that has ended.
    reader.cancel().catch(() => {});
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

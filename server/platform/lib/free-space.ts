import { statfs } from "node:fs/promises";

/** Bytes of a disk that must stay free, because the database may share it. */
export const BYTES_FREE = 512 * 1024 ** 2;

/** @throws Error if less would stay free */
export async function assertFreeSpace(folder: string, bytesFree: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytesFree) throw new Error("the disk is almost full");
}

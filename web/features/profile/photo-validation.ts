import { PHOTO_BYTES_MAX, PHOTO_TYPES, PHOTOS_MAX } from "#contract/limits.ts";

export const PHOTO_ACCEPT = PHOTO_TYPES.join(",");

/** Returns an error message if files cannot be added to `existingCount` photos, else undefined. */
export function validatePhotoFiles(
  files: readonly Pick<File, "type" | "size">[],
  existingCount: number,
): string | undefined {
  // Some systems report the nonstandard type image/jpg.
  const types = files.map(({ type }) => (type === "image/jpg" ? "image/jpeg" : type));
  if (!types.every((type) => PHOTO_TYPES.some((allowed) => allowed === type))) {
    return "Please upload only JPEG, PNG or WebP images";
  }
  if (files.some(({ size }) => size > PHOTO_BYTES_MAX)) return "Each photo must be less than 5MB";
  if (existingCount + files.length > PHOTOS_MAX) {
    return `You can only have ${PHOTOS_MAX} photos total. You currently have ${existingCount}.`;
  }
  return undefined;
}

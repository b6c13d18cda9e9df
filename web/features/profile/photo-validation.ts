import { PHOTO_BYTES_MAX, PHOTO_TYPES, PHOTOS_MAX } from "#contract/limits.ts";

/** What an `input` lets one choose. */
export const PHOTO_ACCEPT = PHOTO_TYPES.join(",");

/** Why files cannot be added to the `have` photos that are there, or undefined. */
export function validatePhotoFiles(files: readonly Pick<File, "type" | "size">[], have: number): string | undefined {
  // Some systems say image/jpg.
  const types = files.map(({ type }) => (type === "image/jpg" ? "image/jpeg" : type));
  if (!types.every((type) => PHOTO_TYPES.some((allowed) => allowed === type))) {
    return "Please upload only JPEG, PNG or WebP images";
  }
  if (files.some(({ size }) => size > PHOTO_BYTES_MAX)) return "Each photo must be less than 5MB";
  if (have + files.length > PHOTOS_MAX) {
    return `You can only have ${PHOTOS_MAX} photos total. You currently have ${have}.`;
  }
  return undefined;
}

import { PHOTO_TYPES, PHOTOS_MAX } from "#contract/limits.ts";
import { detectMobilePlatform } from "#web/lib/device.ts";

const HEIC_TYPES = ["image/heic", "image/heif"];

/** The message is for the member. */
export class PhotoError extends Error {}

type PhotoFile = Pick<File, "type" | "name">;

/** Some systems do not know the type. */
export const isHeic = ({ type, name }: PhotoFile): boolean =>
  HEIC_TYPES.includes(type) || (type === "" && /\.hei[cf]$/i.test(name));

/** iOS converts HEIC to JPEG unless HEIC is listed. */
export const getPhotoAccept = (device: Parameters<typeof detectMobilePlatform>[0]): string =>
  [...PHOTO_TYPES, ...(detectMobilePlatform(device) === "ios" ? [] : HEIC_TYPES)].join(",");

/** Undefined if the files can be added. */
export function validatePhotoFiles(files: readonly PhotoFile[], existingCount: number): string | undefined {
  // Some systems report the nonstandard type image/jpg.
  const isPhoto = ({ type }: PhotoFile) => type === "image/jpg" || PHOTO_TYPES.some((allowed) => allowed === type);
  if (!files.every((file) => isPhoto(file) || isHeic(file))) return "Please upload only JPEG, PNG or WebP images";
  if (existingCount + files.length > PHOTOS_MAX) {
    return `You can only have ${PHOTOS_MAX} photos total. You currently have ${existingCount}.`;
  }
  return undefined;
}

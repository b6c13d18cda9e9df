import { PHOTO_BYTES_MAX } from "#contract/limits.ts";
import { isHeic, PhotoError } from "#web/screens/profile-editor/photos/photo-validation.ts";

/** In pixels. The server stores 1080 px in width and 2160 px in height at most. */
const LONGEST_SIDE = 2048;
const QUALITY = 0.85;
/** A smaller file is uploaded as it is: decoding it would take longer than it saves. */
const SMALL_BYTES = 400 * 1024;

const TOO_LARGE = "Each photo must be less than 5MB";
const HEIC_UNSUPPORTED = "This browser cannot open HEIC photos. Please save a copy as JPEG and upload that.";

/**
 * Large photos are scaled down, and HEIC is converted. Sequentially, to hold one decoded photo in memory.
 * @throws PhotoError
 */
export async function preparePhotos(files: readonly File[]): Promise<File[]> {
  const prepared: File[] = [];
  for (const file of files) prepared.push(await preparePhoto(file));
  return prepared;
}

async function preparePhoto(file: File): Promise<File> {
  const mustChange = isHeic(file) || file.size > PHOTO_BYTES_MAX;
  if (!mustChange && file.size <= SMALL_BYTES) return file;
  const smaller = await shrink(file, mustChange).catch(() => undefined);
  if (smaller && smaller.size <= PHOTO_BYTES_MAX) return smaller;
  if (mustChange) throw new PhotoError(isHeic(file) && !smaller ? HEIC_UNSUPPORTED : TOO_LARGE);
  // The server says what is wrong with a file that cannot be decoded.
  return file;
}

/**
 * With `LONGEST_SIDE` at most, upright and without metadata.
 * @param mustChange false keeps a file that is small enough or would become larger
 * @throws if the browser cannot decode it
 */
async function shrink(file: File, mustChange: boolean): Promise<File> {
  // Applies the orientation of the camera.
  const bitmap = await createImageBitmap(file);
  try {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && !mustChange) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.imageSmoothingQuality = "high";
    // JPEG has no transparency.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const image = await encode(canvas);
    return image.size < file.size || mustChange ? new File([image], "photo", { type: image.type }) : file;
  } finally {
    bitmap.close();
  }
}

/** WebP, or JPEG in browsers that cannot encode WebP. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const type of ["image/webp", "image/jpeg"]) {
    const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
    if (image?.type === type) return image;
  }
  throw new Error("no encoder");
}

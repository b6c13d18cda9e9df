import { type FocusPoint, getFocusPosition } from "#web/features/members/photo-focus.ts";
import { getSrcSet, type ImageUrls } from "#web/features/members/photo-srcset.ts";

/** The part of a photo that is needed to show it. */
interface ShownPhoto extends ImageUrls, FocusPoint {
  readonly displayMode: string;
}

/**
 * The photo at a path in the body of a response, such as `profiles.0.photos.0`.
 * @returns undefined if the body has none there
 */
export const findPhoto = (body: unknown, path: string): ShownPhoto | undefined =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body) as
    | ShownPhoto
    | undefined;

/**
 * Requests the size of a photo that `MemberPhoto` will display, and shows it at `data-first-photo` of the frame, until
 * the app draws the same one there.
 * @throws EncodingError if the photo cannot be loaded, or is none
 */
export async function showPhoto(photo: ShownPhoto, sizes: string, isCurrent: () => boolean): Promise<void> {
  const image = document.createElement("img");
  Object.assign(image, { fetchPriority: "high", sizes, srcset: getSrcSet(photo), src: photo.url });
  image.style.objectFit = photo.displayMode;
  if (photo.displayMode === "cover") image.style.objectPosition = getFocusPosition(photo);
  await image.decode();
  if (isCurrent()) document.querySelector("[data-frame] [data-first-photo]")?.append(image);
}

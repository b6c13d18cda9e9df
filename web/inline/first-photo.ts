import { getSrcSet, type ImageUrls } from "#web/features/members/photo-srcset.ts";
import { addLink } from "#web/inline/head-link.ts";

/** The first photo in the body of a response, at any depth. */
export function findPhoto(data: unknown): ImageUrls | undefined {
  if (typeof data !== "object" || !data) return undefined;
  if ("thumbnailUrl" in data && data.thumbnailUrl) return data as ImageUrls;
  for (const value of Object.values(data)) {
    const photo = findPhoto(value);
    if (photo) return photo;
  }
  return undefined;
}

/** Requests the size of a photo that `MemberPhoto` will display. */
export function preloadPhoto(photo: ImageUrls | undefined, imageSizes: string): void {
  if (!photo) return;
  const imageSrcset = getSrcSet(photo);
  const source = imageSrcset ? { imageSrcset, imageSizes } : { href: photo.url };
  addLink({ rel: "preload", as: "image", fetchPriority: "high", ...source });
}

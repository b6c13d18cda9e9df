import { type FocusPoint, getFocusPosition } from "#web/domains/members/photos/photo-focus.ts";
import { getSrcSet, type ImageUrls } from "#web/domains/members/photos/photo-srcset.ts";
import { readList } from "#web/inline/page-data.ts";

/** The part of a photo that is needed to show it. */
interface ShownPhoto extends ImageUrls, FocusPoint {
  readonly displayMode: string;
}

/**
 * The photo at a path in the body of a response, such as `profiles.0.photos.0`.
 * @returns undefined if the body has none there
 */
const findPhoto = (body: unknown, path: string): ShownPhoto | undefined =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body) as
    | ShownPhoto
    | undefined;

/**
 * Requests the first photo of the screen, from the first response that has one, in the size that `MemberPhoto` will display.
 * Shows it at the response's `data-first-photo` of the frame, until the app draws the same one there. The frame of Browse
 * has a place in the daily set only, because the grid moves up without a set.
 * @throws EncodingError if the photo cannot be loaded, or is none
 */
async function showFirstPhoto(responses: readonly Promise<Response>[], token: string): Promise<void> {
  for (const [i, path] of readList("photos").entries()) {
    const photo = findPhoto(await (await responses[i])?.clone().json(), path);
    if (photo) {
      const image = Object.assign(document.createElement("img"), {
        fetchPriority: "high",
        sizes: document.documentElement.dataset["photoSizes"],
        srcset: getSrcSet(photo),
        src: photo.url,
      });
      image.style.objectFit = photo.displayMode;
      if (photo.displayMode === "cover") image.style.objectPosition = getFocusPosition(photo);
      await image.decode();
      if (localStorage.getItem("token") === token) {
        document.querySelectorAll("[data-frame] [data-first-photo]")[i]?.append(image);
      }
      break;
    }
  }
}

/**
 * Starts the calls of a member's screen before its scripts have loaded; `takeEarlyResponse` hands them over to the app.
 * Shows the first photo in the frame.
 */
export function sendEarlyCalls(): void {
  const token = localStorage.getItem("token");
  if (document.documentElement.dataset["auth"] !== "member" || !token) return;
  // Such as the member's id of `/profile/:userId`.
  const [, , id = ""] = location.pathname.split("/");
  const send = (call: string) => {
    const url = call.replace(":id", id);
    const response = fetch(url, { headers: { authorization: `Bearer ${token}` } });
    // The app handles the failure. It may never ask for the response.
    response.catch(() => {});
    return [url, response] as const;
  };
  const responses = new Map(readList("calls").map(send));
  globalThis.earlyCalls = { token, responses };
  // With a search, the screen may show another list than its frame.
  if (!location.search) showFirstPhoto([...responses.values()], token).catch(() => {});
}

import { findPhoto, showPhoto } from "#web/inline/first-photo.ts";
import { readList } from "#web/inline/page-data.ts";

/**
 * Starts the calls of a member's screen before its scripts have loaded; `takeEarlyResponse` hands them over to the app.
 * Loads the first photo, and shows it in the frame if it is in the first response.
 */
export function sendEarlyCalls(): void {
  const { auth, photo: photoPath, photoSizes } = document.documentElement.dataset;
  const token = localStorage.getItem("token");
  if (auth !== "member" || !token) return;
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
  if (!photoPath || !photoSizes || location.search) return;
  const isCurrent = () => localStorage.getItem("token") === token;
  loadFirstPhoto([...responses.values()], photoPath.split(" "), photoSizes.split("|"), isCurrent).catch(() => {});
}

/** @param paths and `sizes`, by response */
async function loadFirstPhoto(
  responses: readonly Promise<Response>[],
  paths: readonly string[],
  sizes: readonly string[],
  isCurrent: () => boolean,
): Promise<void> {
  for (const [i, path] of paths.entries()) {
    const body: unknown = await responses[i]?.then((response) => response.clone().json());
    const photo = findPhoto(body, path);
    // The frame has a place for the photo of the first response only.
    if (photo) return showPhoto(photo, sizes[i] ?? "", () => i === 0 && isCurrent());
  }
}

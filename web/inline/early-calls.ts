import { showFirstPhoto } from "#web/inline/first-photo.ts";
import { readList } from "#web/inline/page-data.ts";

/**
 * Starts the calls of a member's screen before its scripts have loaded; `takeEarlyResponse` hands them over to the app.
 * Shows the first photo in the frame.
 */
export function sendEarlyCalls(): void {
  const { auth } = document.documentElement.dataset;
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
  if (!location.search) showFirstPhoto([...responses.values()], token).catch(() => {});
}

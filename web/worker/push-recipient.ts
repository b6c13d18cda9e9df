/**
 * For whom pushes may be shown in this browser: the member who subscribed it, until their login ends here. It stands in a cache
 * of the browser because that is what a worker and pages can both read.
 */
const CACHE = "push";
const KEY = "/push/owner";

/** The id of the member whose pushes are shown; undefined where nobody's are. */
export const getPushRecipient = async (): Promise<string | undefined> =>
  (await caches.match(KEY, { cacheName: CACHE }))?.text();

/** Has a member's pushes shown from now on. */
export const setPushRecipient = async (memberId: string): Promise<void> =>
  (await caches.open(CACHE)).put(KEY, new Response(memberId));

/** Has nobody's pushes shown any more. */
export const clearPushRecipient = (): Promise<boolean> => caches.delete(CACHE);

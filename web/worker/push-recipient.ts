/**
 * The member whose pushes this browser shows: the one who subscribed, until their session ends. Stored in the Cache API,
 * because both the service worker and pages can read it.
 */
const CACHE = "push";
const KEY = "/push/owner";

export const getPushRecipient = async (): Promise<string | undefined> =>
  (await caches.match(KEY, { cacheName: CACHE }))?.text();

export const setPushRecipient = async (memberId: string): Promise<void> =>
  (await caches.open(CACHE)).put(KEY, new Response(memberId));

export const clearPushRecipient = (): Promise<boolean> => caches.delete(CACHE);

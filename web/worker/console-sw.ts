import { buildAlert, parseAlert } from "#web/worker/staff-alert.ts";

/** The console's worker, in the scope `/moderation/`. It shows alerts; without a listener for requests it caches none. */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => void self.skipWaiting());

async function show(data: PushMessageData | null): Promise<void> {
  let payload: unknown;
  try {
    payload = data?.json();
  } catch {
    // `buildAlert` has words for it: browsers require a notification for each push.
  }
  const { title, options } = buildAlert(parseAlert(payload));
  await self.registration.showNotification(title, options);
}

/** In a page of the console that is open, else in a new one. A reload loses a note that is being written. */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  if (page) await page.focus();
  else await self.clients.openWindow(path);
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path: string }).path));
});

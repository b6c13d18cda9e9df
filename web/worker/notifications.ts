import { toSafePath } from "#web/lib/safe-path.ts";
import {
  buildNotification,
  type NotificationContent,
  type NotificationData,
  PLACEHOLDER_NOTIFICATION,
  parsePush,
  type WorkerMessage,
} from "#web/worker/push.ts";
import { getPushRecipient } from "#web/worker/push-recipient.ts";

/** What the worker does with pushes and with taps on notifications. */

/** A page that does not answer by then is not listening: it is led there by the browser. */
const ANSWER_MS = 1000;

const pages = (worker: ServiceWorkerGlobalScope) =>
  worker.clients.matchAll({ type: "window", includeUncontrolled: true });

const show = ({ registration }: ServiceWorkerGlobalScope, { title, options }: NotificationContent) =>
  registration.showNotification(title, options);

/** Shows a push that is nobody's here any more without a word of it, and has no more of its kind come. */
async function showPlaceholder(worker: ServiceWorkerGlobalScope): Promise<void> {
  await show(worker, PLACEHOLDER_NOTIFICATION);
  const subscription = await worker.registration.pushManager.getSubscription();
  if ((await getPushRecipient()) === undefined) await subscription?.unsubscribe();
}

/**
 * Shows a push; the app's icon says how much waits. It is shown although a page of ours is in front, too: the server sends
 * none to whoever looks, so nobody may be there, and that page stays silent. WebKit also wants each push to be seen.
 * One that was on its way when its login ended here names nobody: others may hold the device by now.
 */
export async function showPush(worker: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  let said: unknown;
  try {
    said = data?.json();
  } catch {
    // It is shown as something that cannot be read.
  }
  const owner = await getPushRecipient();
  const push = parsePush(said, worker.location.origin);
  if (owner === undefined || (push && push.to !== owner)) return showPlaceholder(worker);
  const shown = buildNotification(push);
  const { navigator, registration } = worker;
  if (push) void navigator.setAppBadge?.(push.waiting).catch(() => undefined);
  await show(worker, shown);
  if ((await getPushRecipient()) === owner) return;
  // The login has ended between the two looks, and its page may have closed what was shown before this was.
  void navigator.clearAppBadge?.().catch(() => undefined);
  for (const one of await registration.getNotifications({ tag: shown.options.tag })) one.close();
  await showPlaceholder(worker);
}

/** Whether a page says that it goes to a screen by itself. */
async function leads(page: WindowClient, open: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = Promise.withResolvers<boolean>();
  port1.onmessage = () => answer.resolve(true);
  setTimeout(() => answer.resolve(false), ANSWER_MS);
  page.postMessage({ open } satisfies WorkerMessage, [port2]);
  const answered = await answer.promise;
  port1.close();
  return answered;
}

/** Goes to what a notification is about: in the tab that was looked at last, without loading it anew; else in a new one. */
export async function openNotification(worker: ServiceWorkerGlobalScope, notification: Notification): Promise<void> {
  notification.close();
  const { url = "/browse" } = (notification.data ?? {}) as Partial<NotificationData>;
  const path = toSafePath(url, worker.location.origin) ?? "/browse";
  const [page] = await pages(worker);
  if (!page) {
    await worker.clients.openWindow(path);
    return;
  }
  await page.focus().catch(() => undefined);
  if (await leads(page, path)) return;
  // A page without a login, or of a version before this one.
  await page.navigate(path).catch(() => worker.clients.openWindow(path));
}

/** Has open pages renew a subscription that the browser has ended. Without one it is renewed when the app opens. */
export async function broadcastSubscriptionChange(worker: ServiceWorkerGlobalScope): Promise<void> {
  for (const page of await pages(worker)) page.postMessage({ renew: true } satisfies WorkerMessage);
}

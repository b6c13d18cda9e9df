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

/** A page that does not reply in time is navigated by the browser instead. */
const REPLY_TIMEOUT_MS = 1000;

const listPages = (worker: ServiceWorkerGlobalScope) =>
  worker.clients.matchAll({ type: "window", includeUncontrolled: true });

const show = ({ registration }: ServiceWorkerGlobalScope, { title, options }: NotificationContent) =>
  registration.showNotification(title, options);

/** Shows that a push arrived without its content, and unsubscribes if nobody receives pushes in this browser. */
async function showPlaceholder(worker: ServiceWorkerGlobalScope): Promise<void> {
  await show(worker, PLACEHOLDER_NOTIFICATION);
  const subscription = await worker.registration.pushManager.getSubscription();
  if ((await getPushRecipient()) === undefined) await subscription?.unsubscribe();
}

/**
 * Shows a push and sets the app's badge. It is shown even while a page is focused: the server sends none to members who are
 * active, and WebKit requires a notification for each push. After the session has ended, a placeholder hides the content,
 * because somebody else may use the device.
 */
export async function showPush(worker: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  let payload: unknown;
  try {
    payload = data?.json();
  } catch {
    // `parsePush` returns undefined, which shows a generic notification.
  }
  const recipient = await getPushRecipient();
  const push = parsePush(payload, worker.location.origin);
  if (recipient === undefined || (push && push.to !== recipient)) return showPlaceholder(worker);
  const content = buildNotification(push);
  const { navigator, registration } = worker;
  if (push) void navigator.setAppBadge?.(push.waiting).catch(() => undefined);
  await show(worker, content);
  if ((await getPushRecipient()) === recipient) return;
  // The session ended meanwhile, and its page may have closed notifications before this one was shown.
  void navigator.clearAppBadge?.().catch(() => undefined);
  for (const shown of await registration.getNotifications({ tag: content.options.tag })) shown.close();
  await showPlaceholder(worker);
}

/** Asks a page to navigate within the app. @returns whether it replied */
async function navigateInPage(page: WindowClient, open: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const reply = Promise.withResolvers<boolean>();
  port1.onmessage = () => reply.resolve(true);
  setTimeout(() => reply.resolve(false), REPLY_TIMEOUT_MS);
  page.postMessage({ open } satisfies WorkerMessage, [port2]);
  const replied = await reply.promise;
  port1.close();
  return replied;
}

/** Opens a notification's screen: in the last used tab, without a reload if it replies; else in a new one. */
export async function openNotification(worker: ServiceWorkerGlobalScope, notification: Notification): Promise<void> {
  notification.close();
  const { url = "/browse" } = (notification.data ?? {}) as Partial<NotificationData>;
  const path = toSafePath(url, worker.location.origin) ?? "/browse";
  const [page] = await listPages(worker);
  if (!page) {
    await worker.clients.openWindow(path);
    return;
  }
  await page.focus().catch(() => undefined);
  if (await navigateInPage(page, path)) return;
  // The page has no session, or is of an older version.
  await page.navigate(path).catch(() => worker.clients.openWindow(path));
}

/** Open pages renew a subscription that the browser ended. Otherwise the app renews it when it is opened. */
export async function broadcastSubscriptionChange(worker: ServiceWorkerGlobalScope): Promise<void> {
  for (const page of await listPages(worker)) page.postMessage({ renew: true } satisfies WorkerMessage);
}

import { PUSH_OWNER_KEY, pushChanged, readPushState } from "#web/domains/notifications/push-state.ts";
import { call } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";
import { describeSubscription, isPushSupported, toBase64Url } from "#web/lib/web-push.ts";
import { withTabLock } from "#web/lib/with-tab-lock.ts";
import { clearPushRecipient, getPushRecipient, setPushRecipient } from "#web/worker/push-recipient.ts";

/** Local storage key: endpoint of a subscription that ended here before the server was informed. */
const ENDED_ENDPOINT_KEY = "pushEnded";
/** Limit for requests. */
const TIMEOUT_MS = 20_000;
/** Limit for the service worker, which downloads all files of the app before it is active, also on a slow phone. */
const WORKER_TIMEOUT_MS = 60_000;
const createTimeout = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

let pendingChange: Promise<unknown> = Promise.resolve();

/** Serializes changes of the subscription across all tabs. */
function runExclusive<T>(action: () => Promise<T>): Promise<T> {
  const runLocked = () => withTabLock("push", action);
  const next = pendingChange.then(runLocked, runLocked);
  pendingChange = next.catch(() => undefined);
  return next;
}

async function getReadyRegistration(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js");
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("The service worker did not come")), WORKER_TIMEOUT_MS),
  );
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

const getMemberId = (): string | undefined => session.read()?.user._id;

/** Makes the service worker show the pushes of a member. @returns whether they are still logged in */
const claimPushOwner = (memberId: string): Promise<boolean> =>
  withTabLock("push owner", async () => {
    await setPushRecipient(memberId);
    if (getMemberId() !== memberId) await clearPushRecipient();
    return getMemberId() === memberId;
  });

/**
 * Makes the service worker ignore pushes for anyone but the logged-in member. @returns whether another recipient was
 * set
 */
const releasePushOwner = (): Promise<boolean> =>
  withTabLock("push owner", async () => {
    const isMine = getMemberId() !== undefined && (await getPushRecipient()) === getMemberId();
    if (!isMine) await clearPushRecipient();
    return !isMine;
  });

/**
 * Subscribes with the server's key and registers the subscription. An existing subscription is kept if it has that key
 * and belongs to the same member; otherwise it is replaced, so that pushes for another member are never shown.
 */
async function subscribeDevice(memberId: string): Promise<void> {
  const { pushManager } = await getReadyRegistration();
  const { key } = await call("GET /api/notifications/push-key", {}, createTimeout());
  const existing = await pushManager.getSubscription();
  const isReusable =
    existing !== null &&
    toBase64Url(existing.options.applicationServerKey) === key &&
    (await getPushRecipient()) === memberId;
  if (existing && !isReusable) await existing.unsubscribe();
  if (!(await claimPushOwner(memberId))) return;
  const subscription = isReusable
    ? existing
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  // Another member may have logged in meanwhile, who has not enabled notifications.
  if (getMemberId() !== memberId) return;
  await call("POST /api/notifications/push", { body: describeSubscription(subscription) }, createTimeout());
  if (localStorage.getItem(ENDED_ENDPOINT_KEY) === subscription.endpoint) localStorage.removeItem(ENDED_ENDPOINT_KEY);
}

/** Enables notifications for the logged-in member, once the browser permits them. */
export async function enablePush(): Promise<void> {
  const memberId = getMemberId();
  if (memberId !== undefined) {
    await runExclusive(() => subscribeDevice(memberId));
    localStorage.setItem(PUSH_OWNER_KEY, memberId);
  }
  pushChanged.notify();
}

/**
 * Makes the subscription match the logged-in member's choice: registers it for each session, renews it if the browser
 * ended it, and removes one that another member left.
 */
export async function syncPushSubscription(): Promise<void> {
  if (!isPushSupported()) return;
  await clearPushAfterLogout();
  await runExclusive(async () => {
    const memberId = getMemberId();
    // Another tab may have disabled it meanwhile.
    if (memberId !== undefined && readPushState() === "on") await subscribeDevice(memberId);
  });
  await syncEndedSubscription();
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

/** Unsubscribes in the browser and closes displayed notifications. @returns the endpoint of the subscription */
async function unsubscribeDevice(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await closeNotifications();
  return subscription?.endpoint;
}

/**
 * Disables notifications immediately, also offline. The server is informed as soon as it can be reached.
 * @throws Error if the browser fails to unsubscribe; they stay enabled then
 */
export async function disablePush(): Promise<void> {
  await runExclusive(async () => {
    const address = await unsubscribeDevice();
    await clearPushRecipient();
    localStorage.removeItem(PUSH_OWNER_KEY);
    if (address !== undefined) localStorage.setItem(ENDED_ENDPOINT_KEY, address);
  });
  pushChanged.notify();
  void syncEndedSubscription().catch(() => undefined);
}

/** Informs the server about a subscription that ended while the server was unreachable. */
export const syncEndedSubscription = (): Promise<void> =>
  runExclusive(async () => {
    const endpoint = localStorage.getItem(ENDED_ENDPOINT_KEY);
    if (endpoint === null || getMemberId() === undefined) return;
    await call("POST /api/notifications/push/unsubscribe", { body: { endpoint } }, createTimeout());
    localStorage.removeItem(ENDED_ENDPOINT_KEY);
  });

/**
 * Removes the subscription of a session that has ended; the server has removed its own part. A member who has logged in
 * meanwhile keeps theirs.
 */
export async function clearPushAfterLogout(): Promise<void> {
  if (!isPushSupported()) return;
  // Hide notifications now: a running change may hold the lock for long.
  if (await releasePushOwner()) await closeNotifications();
  await runExclusive(async () => {
    if (!(await releasePushOwner())) return;
    await unsubscribeDevice();
    // The server removed the subscription with the session.
    if (getMemberId() === undefined) localStorage.removeItem(ENDED_ENDPOINT_KEY);
  });
}

import { useSyncExternalStore } from "react";
import { deletePushSubscription, getPushKey, registerPushSubscription } from "#contract/notifications.ts";
import { call } from "#web/lib/api.ts";
import { detectMobilePlatform } from "#web/lib/device.ts";
import { session } from "#web/lib/session.ts";
import { withTabLock } from "#web/lib/with-tab-lock.ts";
import { clearPushRecipient, getPushRecipient, setPushRecipient } from "#web/worker/push-recipient.ts";

/**
 * How this device stands to notifications: it cannot have them, or not before the app is installed (iPhone and iPad); its
 * browser blocks them; they are off, or on for whoever is logged in.
 */
export type PushState = "unsupported" | "install" | "blocked" | "off" | "on";

/** Whose notifications come to this device while they are logged in: a member's id. */
const OWNER_KEY = "pushFor";
/** The address of a subscription that has ended here, as long as the server could not be told. */
const ENDED_ENDPOINT_KEY = "pushEnded";
/** The worker may just be coming, and the server be slow; longer than this, in milliseconds, nobody waits for either. */
const TIMEOUT_MS = 20_000;
const createTimeout = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

const listeners = new Set<() => void>();
function emitChange(): void {
  for (const listener of listeners) listener();
}

const isSupported = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

/** How this device stands to notifications now. */
export function readPushState(): PushState {
  if (!isSupported()) return detectMobilePlatform(navigator) === "ios" && !isInstalled() ? "install" : "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const isMine = localStorage.getItem(OWNER_KEY) === session.read()?.user._id;
  return isMine && Notification.permission === "granted" ? "on" : "off";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const ended = new AbortController();
  addEventListener("storage", listener, { signal: ended.signal });
  // What is set in the browser's own settings; where that cannot be heard, it is seen with the next look.
  document.addEventListener("visibilitychange", listener, { signal: ended.signal });
  navigator.permissions
    ?.query({ name: "notifications" })
    .then((status) => status.addEventListener("change", listener, { signal: ended.signal }))
    .catch(() => undefined);
  return () => {
    listeners.delete(listener);
    ended.abort();
  };
}

/** How this device stands to notifications, kept true. */
export const usePushState = (): PushState => useSyncExternalStore(subscribe, readPushState);

let pendingChange: Promise<unknown> = Promise.resolve();

/** Changes the subscription: one change after the other, of all tabs of this browser. */
function runExclusive<T>(act: () => Promise<T>): Promise<T> {
  const inTurn = () => withTabLock("push", act);
  const next = pendingChange.then(inTurn, inTurn);
  pendingChange = next.catch(() => undefined);
  return next;
}

async function getReadyRegistration(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js");
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("The service worker did not come")), TIMEOUT_MS),
  );
  return Promise.race([navigator.serviceWorker.ready, late]);
}

const toBase64Url = (key: ArrayBuffer | null | undefined): string =>
  key
    ? btoa(String.fromCharCode(...new Uint8Array(key)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "")
    : "";

const getMemberId = (): string | undefined => session.read()?.user._id;

/** Has the worker show a member's pushes. @returns whether they are still logged in */
const claimPushOwner = (memberId: string): Promise<boolean> =>
  withTabLock("push owner", async () => {
    await setPushRecipient(memberId);
    if (getMemberId() !== memberId) await clearPushRecipient();
    return getMemberId() === memberId;
  });

/** Has the worker show no pushes but those of whoever is logged in. @returns whether there were others' */
const releasePushOwner = (): Promise<boolean> =>
  withTabLock("push owner", async () => {
    const isMine = getMemberId() !== undefined && (await getPushRecipient()) === getMemberId();
    if (!isMine) await clearPushRecipient();
    return !isMine;
  });

/**
 * Subscribes at the browser with the server's key, and tells the server. What is there already stays, if it is a subscription
 * of the same member's and of that key: what is still on its way to another's is shown to nobody.
 */
async function subscribeDevice(memberId: string): Promise<void> {
  const { pushManager } = await getReadyRegistration();
  const { key } = await call(getPushKey, {}, createTimeout());
  const known = await pushManager.getSubscription();
  const fits =
    known !== null &&
    toBase64Url(known.options.applicationServerKey) === key &&
    (await getPushRecipient()) === memberId;
  if (known && !fits) await known.unsubscribe();
  if (!(await claimPushOwner(memberId))) return;
  const subscription = fits ? known : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint } = subscription;
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  // Whoever has logged in meanwhile has not asked for it.
  if (getMemberId() !== memberId) return;
  await call(registerPushSubscription, { body: { endpoint, keys: { p256dh, auth } } }, createTimeout());
  if (localStorage.getItem(ENDED_ENDPOINT_KEY) === endpoint) localStorage.removeItem(ENDED_ENDPOINT_KEY);
}

/** Has notifications come to this device; to be called on a tap, for the browser asks. Nothing happens where that is denied. */
export async function enablePush(): Promise<void> {
  const isGranted = (await Notification.requestPermission()) === "granted";
  const memberId = getMemberId();
  if (isGranted && memberId !== undefined) {
    await runExclusive(() => subscribeDevice(memberId));
    localStorage.setItem(OWNER_KEY, memberId);
  }
  emitChange();
}

/**
 * Has the device be as whoever is logged in wants it: subscribed, for each login anew and where the browser has ended the
 * subscription; or without one that somebody else has left.
 */
export async function syncPushSubscription(): Promise<void> {
  if (!isSupported()) return;
  await clearPushAfterLogout();
  await runExclusive(async () => {
    const memberId = getMemberId();
    // Another tab may just have turned it off.
    if (memberId !== undefined && readPushState() === "on") await subscribeDevice(memberId);
  });
  await syncEndedSubscription();
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

/** Ends the subscription in the browser and takes away what is shown. @returns what its address was */
async function unsubscribeDevice(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await closeNotifications();
  return subscription?.endpoint;
}

/**
 * Ends notifications on this device, until they are turned on again: at once, with or without a network, since nobody should
 * have to wait for silence. The server is told as soon as it can be reached.
 * @throws Error where the browser refuses; they are still on then
 */
export async function disablePush(): Promise<void> {
  await runExclusive(async () => {
    const address = await unsubscribeDevice();
    await clearPushRecipient();
    localStorage.removeItem(OWNER_KEY);
    if (address !== undefined) localStorage.setItem(ENDED_ENDPOINT_KEY, address);
  });
  emitChange();
  void syncEndedSubscription().catch(() => undefined);
}

/** Tells the server of a subscription that ended here while it could not be told. */
export const syncEndedSubscription = (): Promise<void> =>
  runExclusive(async () => {
    const endpoint = localStorage.getItem(ENDED_ENDPOINT_KEY);
    if (endpoint === null || getMemberId() === undefined) return;
    await call(deletePushSubscription, { body: { endpoint } }, createTimeout());
    localStorage.removeItem(ENDED_ENDPOINT_KEY);
  });

/**
 * Leaves nothing of a login that has ended. The server has ended its part with it; whoever comes back has theirs again, and
 * whoever is logged in by then keeps theirs.
 */
export async function clearPushAfterLogout(): Promise<void> {
  if (!isSupported()) return;
  // What is under way may take its time; nothing is shown from now on.
  if (await releasePushOwner()) await closeNotifications();
  await runExclusive(async () => {
    if (!(await releasePushOwner())) return;
    await unsubscribeDevice();
    // The server has nothing to be told any more.
    if (getMemberId() === undefined) localStorage.removeItem(ENDED_ENDPOINT_KEY);
  });
}

import { queryOptions } from "@tanstack/react-query";
import { callStaff } from "#web/console/staff-api.ts";
import {
  describeSubscription,
  findPushObstacle,
  isPushSupported,
  type PushObstacle,
  toBase64Url,
} from "#web/lib/web-push.ts";

const SCRIPT = "/moderation/sw.js";
const SCOPE = "/moderation/";
const WORKER_TIMEOUT_MS = 20_000;

export type DeviceState = PushObstacle | "off" | "on";

export const alertDeviceKey = ["alert-device"] as const;

/** A members' app of the same origin has a worker of its own, with a wider scope. */
async function findSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return registration?.scope.endsWith(SCOPE) ? registration.pushManager.getSubscription() : null;
}

/** What a session that ended without a logout has left belongs to this one, or ends if a colleague made it. */
async function readDeviceState(): Promise<DeviceState> {
  const obstacle = findPushObstacle();
  const subscription = await findSubscription();
  if (!subscription) return obstacle ?? "off";
  const { endpoint } = subscription;
  const { isOn } = await callStaff("POST /api/moderation/alerts/devices/check", { body: { endpoint } });
  if (!isOn) await subscription.unsubscribe();
  return obstacle ?? (isOn ? "on" : "off");
}

/** @param staffId whoever logs in next has a state of their own */
export const alertDeviceQuery = (staffId: string) =>
  queryOptions({
    queryKey: [...alertDeviceKey, staffId],
    queryFn: readDeviceState,
    staleTime: Number.POSITIVE_INFINITY,
    // The permission may have changed in the browser's settings.
    refetchOnWindowFocus: "always",
  });

async function getRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(SCRIPT, { scope: SCOPE });
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return registration;
  const active = new Promise<void>((resolve) =>
    worker.addEventListener("statechange", () => worker.state === "activated" && resolve()),
  );
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("The service worker did not start")), WORKER_TIMEOUT_MS),
  );
  await Promise.race([active, timeout]);
  return registration;
}

/** Call it on a press, because the browser asks for the permission. A denied one is no error. */
export async function enableAlerts(pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  const { pushManager } = await getRegistration();
  const existing = await pushManager.getSubscription();
  const isReusable = existing !== null && toBase64Url(existing.options.applicationServerKey) === pushKey;
  if (existing && !isReusable) await existing.unsubscribe();
  const subscription = isReusable
    ? existing
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  await callStaff("POST /api/moderation/alerts/devices", { body: describeSubscription(subscription) });
}

export async function disableAlerts(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await callStaff("POST /api/moderation/alerts/devices/remove", { body: { endpoint } });
  await subscription.unsubscribe();
}

/** After a logout, with which the server has ended its part. */
export async function forgetAlerts(): Promise<void> {
  const subscription = await findSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

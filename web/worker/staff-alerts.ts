import { URGENCIES, type Urgency } from "#contract/moderation/alert-kinds.ts";
import type { StaffPush } from "#contract/moderation/alerts.ts";
import { formatDayAndClock } from "#web/lib/format-date.ts";

const QUEUE = "/moderation/";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isUrgency = (value: unknown): value is Urgency => (URGENCIES as readonly unknown[]).includes(value);

/** Validates `staffPush` of the contract by hand, to keep zod out of the worker. */
function parseAlert(payload: unknown): StaffPush | undefined {
  if (!isRecord(payload)) return undefined;
  const { alert, path, tag } = payload;
  if (typeof path !== "string" || !/^\/moderation(\/[\w/-]*)?$/.test(path) || typeof tag !== "string") return undefined;
  if (alert === null) return { alert, path, tag };
  if (!isRecord(alert) || !isUrgency(alert["urgency"]) || typeof alert["dueAt"] !== "string") return undefined;
  if (Number.isNaN(Date.parse(alert["dueAt"]))) return undefined;
  return { alert: { urgency: alert["urgency"], dueAt: alert["dueAt"] }, path, tag };
}

const TITLES: Readonly<Record<Urgency, string>> = {
  danger: "Danger: a case needs you",
  under_18: "Under 18: a case needs you",
  intimate_picture: "Intimate picture: a case needs you",
  other: "A case needs you",
};

/** Generic for an invalid push, because browsers require a notification for each. */
function buildNotification(push: StaffPush | undefined) {
  const { path = QUEUE, tag = "unknown" } = push ?? {};
  const options = { tag, data: { path } };
  if (!push) return { title: "Moderation", options: { ...options, body: "Something new waits" } };
  if (!push.alert)
    return { title: "A test of your alerts", options: { ...options, body: "Alerts arrive on this device" } };
  const { urgency, dueAt } = push.alert;
  return { title: TITLES[urgency], options: { ...options, body: `Due ${formatDayAndClock(new Date(dueAt))}` } };
}

export async function showAlert({ registration }: ServiceWorkerGlobalScope, data: PushMessageData | null) {
  let payload: unknown;
  try {
    payload = data?.json();
  } catch {
    // A generic notification is shown.
  }
  const { title, options } = buildNotification(parseAlert(payload));
  await registration.showNotification(title, options);
}

/** Pages with another path stay as they are: somebody may be writing there. */
export async function openAlert({ clients }: ServiceWorkerGlobalScope, notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as { path: string };
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  await (page ? page.focus() : clients.openWindow(path));
}

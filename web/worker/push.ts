import {
  EVENT_CAUSE_NAMES,
  type EventCauseName,
  NOTIFICATION_CAUSES,
} from "#contract/notifications/notification-causes.ts";
import type { PushMessage } from "#contract/notifications/notifications.ts";
import { toSafePath } from "#web/lib/safe-path.ts";

export interface NotificationContent {
  readonly title: string;
  readonly options: NotificationOptions & { readonly tag: string; readonly data: NotificationData };
}

/** Stored with a notification, for taps and for closing outdated ones. */
export interface NotificationData {
  readonly url: string;
  readonly cause: EventCauseName | "unknown";
  /** The other member's id; empty for a balance. */
  readonly from: string;
}

/** Sent to a page: open a screen, or renew the push subscription. */
export type WorkerMessage = { readonly open: string } | { readonly renew: true };

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isEventCause = (value: unknown): value is EventCauseName =>
  (EVENT_CAUSE_NAMES as readonly unknown[]).includes(value);
const isAboutMember = (cause: EventCauseName): boolean => NOTIFICATION_CAUSES[cause].push[1].includes("{username}");
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Validates `pushMessage` of the contract by hand, to keep zod out of the worker. */
export function parsePush(payload: unknown, origin: string): PushMessage | undefined {
  if (!isRecord(payload)) return undefined;
  const { to, cause, from, url, tag, waiting } = payload;
  if (!isText(to) || !isEventCause(cause) || !isText(url) || !isText(tag)) return undefined;
  const path = toSafePath(url, origin);
  if (path === undefined || typeof waiting !== "number" || !Number.isInteger(waiting)) return undefined;
  const message = { to, cause, url: path, tag, waiting };
  if (!isAboutMember(cause)) return message;
  if (!isRecord(from) || !isText(from["id"])) return undefined;
  const { id, username } = from;
  if (username === undefined) return { ...message, from: { id } };
  return isText(username) ? { ...message, from: { id, username } } : undefined;
}

const SOMETHING_NEW = "Something new waits for you";
const ICONS = { icon: "/app/icon-192.png", badge: "/app/monochrome-512.png" };

/** A notification without personal data. The app closes it when opened. */
const buildGeneric = (body: string, url: string): NotificationContent => ({
  title: "Spotter",
  options: { ...ICONS, body, tag: "unknown", data: { url, cause: "unknown", from: "" } },
});

/** Generic for an invalid push, because browsers require a notification for each. */
export function buildNotification(push: PushMessage | undefined): NotificationContent {
  if (!push) return buildGeneric(SOMETHING_NEW, "/browse");
  const { cause, from, url, tag } = push;
  const data: NotificationData = { url, cause, from: from?.id ?? "" };
  const isDiscreet = from !== undefined && from.username === undefined;
  const [title, text] = isDiscreet ? ["Spotter", SOMETHING_NEW] : NOTIFICATION_CAUSES[cause].push;
  const body = text.replaceAll("{username}", () => from?.username ?? "");
  return { title, options: { ...ICONS, body, tag, data } };
}

/** For pushes after the session ended: does not reveal that there is something new. */
export const PLACEHOLDER_NOTIFICATION: NotificationContent = buildGeneric(
  "Notifications are off on this device",
  "/browse?from=push",
);

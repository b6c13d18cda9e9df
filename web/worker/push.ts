import type { PushMessage } from "#contract/notifications.ts";
import { toSafePath } from "#web/lib/safe-path.ts";

export interface NotificationContent {
  readonly title: string;
  readonly options: NotificationOptions & { readonly tag: string; readonly data: NotificationData };
}

/** Stored with a notification, for taps and for closing outdated ones. */
export interface NotificationData {
  readonly url: string;
  readonly kind: PushMessage["kind"] | "unknown";
  /** The other member's id; empty for a balance. */
  readonly from: string;
}

/** Sent to a page: open a screen, or renew the push subscription. */
export type WorkerMessage = { readonly open: string } | { readonly renew: true };

type BuildText = (username: string) => readonly [title: string, body: string];

const TEXTS: Readonly<Record<PushMessage["kind"], BuildText>> = {
  message: (username) => ["New message", `${username} wrote to you`],
  crush: (username) => ["New crush", `${username} sent you a crush`],
  match: (username) => ["It's a match", `You and ${username} crushed each other`],
  low_balance: () => ["Low crush balance", "You have fewer than 5 crushes left"],
};

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Validates `pushMessage` of the contract by hand, to keep zod out of the worker. */
export function parsePush(payload: unknown, origin: string): PushMessage | undefined {
  if (!isRecord(payload)) return undefined;
  const { to, kind, from, url, tag, waiting } = payload;
  if (!isText(to) || !isText(kind) || !Object.hasOwn(TEXTS, kind) || !isText(url) || !isText(tag)) return undefined;
  const path = toSafePath(url, origin);
  if (path === undefined || typeof waiting !== "number" || !Number.isInteger(waiting)) return undefined;
  const message = { to, kind: kind as PushMessage["kind"], url: path, tag, waiting };
  if (kind === "low_balance") return message;
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
  options: { ...ICONS, body, tag: "unknown", data: { url, kind: "unknown", from: "" } },
});

/** Generic for an invalid push, because browsers require a notification for each. */
export function buildNotification(push: PushMessage | undefined): NotificationContent {
  if (!push) return buildGeneric(SOMETHING_NEW, "/browse");
  const { kind, from, url, tag } = push;
  const data: NotificationData = { url, kind, from: from?.id ?? "" };
  const isDiscreet = from !== undefined && from.username === undefined;
  const [title, body] = isDiscreet ? ["Spotter", SOMETHING_NEW] : TEXTS[kind](from?.username ?? "");
  return { title, options: { ...ICONS, body, tag, data } };
}

/** For pushes after the session ended: does not reveal that there is something new. */
export const PLACEHOLDER_NOTIFICATION: NotificationContent = buildGeneric(
  "Notifications are off on this device",
  "/browse?from=push",
);

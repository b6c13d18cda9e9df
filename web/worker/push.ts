import type { PushMessage } from "#contract/notifications.ts";
import { toSafePath } from "#web/lib/safe-path.ts";

/** A notification as it is shown. */
export interface NotificationContent {
  readonly title: string;
  readonly options: NotificationOptions & { readonly tag: string; readonly data: NotificationData };
}

/** What a notification remembers: where it leads, and what it is about. */
export interface NotificationData {
  readonly url: string;
  readonly kind: PushMessage["kind"] | "unknown";
  /** Whoever it is of; empty for a balance. */
  readonly from: string;
}

/** What the worker tells a page: to open a screen inside the app, or that its subscription to pushes has changed. */
export type WorkerMessage = { readonly open: string } | { readonly renew: true };

type Words = (username: string) => readonly [title: string, body: string];

const WORDS: Readonly<Record<PushMessage["kind"], Words>> = {
  message: (username) => ["New message", `${username} wrote to you`],
  crush: (username) => ["New crush", `${username} sent you a crush`],
  match: (username) => ["It's a match", `You and ${username} crushed each other`],
  low_balance: () => ["Low crush balance", "You have fewer than 5 crushes left"],
};

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** What a push says, looked at field by field: undefined where it is not as `pushMessage` of the contract has it. */
export function parsePush(said: unknown, origin: string): PushMessage | undefined {
  if (!isRecord(said)) return undefined;
  const { to, kind, from, url, tag, waiting } = said;
  if (!isText(to) || !isText(kind) || !Object.hasOwn(WORDS, kind) || !isText(url) || !isText(tag)) return undefined;
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
const PICTURES = { icon: "/app/icon-192.png", badge: "/app/monochrome-512.png" };

/** What says nothing of anybody. The app takes it away as soon as it is open. */
const nameless = (body: string, url: string): NotificationContent => ({
  title: "Spotter",
  options: { ...PICTURES, body, tag: "unknown", data: { url, kind: "unknown", from: "" } },
});

/** What is shown of a push. Of one that cannot be read something is shown, too: browsers want that. */
export function buildNotification(push: PushMessage | undefined): NotificationContent {
  if (!push) return nameless(SOMETHING_NEW, "/browse");
  const { kind, from, url, tag } = push;
  const data: NotificationData = { url, kind, from: from?.id ?? "" };
  const isDiscreet = from !== undefined && from.username === undefined;
  const [title, body] = isDiscreet ? ["Spotter", SOMETHING_NEW] : WORDS[kind](from?.username ?? "");
  return { title, options: { ...PICTURES, body, tag, data } };
}

/** What is shown of a push that is nobody's here any more: not even that there is something new. */
export const PLACEHOLDER_NOTIFICATION: NotificationContent = nameless(
  "Notifications are off on this device",
  "/browse?from=push",
);

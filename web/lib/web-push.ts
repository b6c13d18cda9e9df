import { detectMobilePlatform } from "#web/lib/device.ts";

/** "install": iOS supports pushes only in the installed app. "blocked": the browser's permission is denied. */
export type PushObstacle = "unsupported" | "install" | "blocked";

export const isPushSupported = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const isStandalone = (): boolean => matchMedia("(display-mode: standalone)").matches;

/** Why this browser cannot show pushes; undefined if it can. */
export function findPushObstacle(): PushObstacle | undefined {
  if (!isPushSupported())
    return detectMobilePlatform(navigator) === "ios" && !isStandalone() ? "install" : "unsupported";
  return Notification.permission === "denied" ? "blocked" : undefined;
}

export const toBase64Url = (key: ArrayBuffer | null | undefined): string =>
  key
    ? btoa(String.fromCharCode(...new Uint8Array(key)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "")
    : "";

/** As the server wants it. */
export function describeSubscription(subscription: PushSubscription) {
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, keys: { p256dh, auth } };
}

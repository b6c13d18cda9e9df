import { useSyncExternalStore } from "react";
import { detectMobilePlatform } from "#web/lib/device.ts";
import { session } from "#web/lib/session.ts";
import { createListeners } from "#web/lib/store.ts";

/**
 * State of push notifications on this device. "install": iOS supports them only in the installed app. "blocked": the
 * browser's permission is denied. "on" and "off" concern the logged-in member.
 */
export type PushState = "unsupported" | "install" | "blocked" | "off" | "on";

/** Local storage key: id of the member who enabled notifications on this device. */
export const PUSH_OWNER_KEY = "pushFor";
/** Notified when this page changes the state. */
export const pushChanged = createListeners();

export const isPushSupported = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

export function readPushState(): PushState {
  if (!isPushSupported())
    return detectMobilePlatform(navigator) === "ios" && !isInstalled() ? "install" : "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const isMine = localStorage.getItem(PUSH_OWNER_KEY) === session.read()?.user._id;
  return isMine && Notification.permission === "granted" ? "on" : "off";
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = pushChanged.subscribe(listener);
  const controller = new AbortController();
  addEventListener("storage", listener, { signal: controller.signal });
  // Changes in the browser's settings; where they fire no event, they are noticed when the page becomes visible.
  document.addEventListener("visibilitychange", listener, { signal: controller.signal });
  navigator.permissions
    ?.query({ name: "notifications" })
    .then((status) => status.addEventListener("change", listener, { signal: controller.signal }))
    .catch(() => undefined);
  return () => {
    unsubscribe();
    controller.abort();
  };
}

export const usePushState = (): PushState => useSyncExternalStore(subscribe, readPushState, () => "off");

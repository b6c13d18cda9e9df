import { useSyncExternalStore } from "react";
import { session } from "#web/lib/session.ts";
import { createListeners } from "#web/lib/store.ts";
import { findPushObstacle, type PushObstacle } from "#web/lib/web-push.ts";

/** State of push notifications on this device. "on" and "off" concern the logged-in member. */
export type PushState = PushObstacle | "off" | "on";

/** Local storage key: id of the member who enabled notifications on this device. */
export const PUSH_OWNER_KEY = "pushFor";
/** Notified when this page changes the state. */
export const pushChanged = createListeners();

export function readPushState(): PushState {
  const obstacle = findPushObstacle();
  if (obstacle) return obstacle;
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

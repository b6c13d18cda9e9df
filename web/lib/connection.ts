import { useSyncExternalStore } from "react";
import { createStore } from "#web/lib/store.ts";

/** Last known state, from the device's network events and the outcome of requests. */
const online = createStore(typeof navigator === "undefined" || navigator.onLine);
/** True while the device has no network: a response read meanwhile was received before. */
let isDeviceOffline = !online.read();

export const connection = {
  read: online.read,
  subscribe: online.subscribe,
  markOffline: (): void => online.set(false),
  /** A response was read. Ignored while the device itself is offline. */
  markOnline: (): void => online.set(!isDeviceOffline),
  async check(): Promise<boolean> {
    const answered = await fetch("/healthz", { cache: "no-store" }).then(
      () => true,
      () => false,
    );
    if (answered) isDeviceOffline = false;
    online.set(answered);
    return answered;
  },
};

if (typeof window !== "undefined") {
  addEventListener("online", () => {
    isDeviceOffline = false;
    connection.markOnline();
  });
  addEventListener("offline", () => {
    isDeviceOffline = true;
    connection.markOffline();
  });
}

export const useOnline = (): boolean => useSyncExternalStore(connection.subscribe, connection.read, () => true);

import { useSyncExternalStore } from "react";

/** Whether the server can be reached, as far as is known: by the device's network, and by what answered last. */
let online = typeof navigator === "undefined" || navigator.onLine;
/** The device has lost its network, and has not said since that it is back: an answer that is read now was given before. */
let isUnplugged = false;
const listeners = new Set<() => void>();

function put(next: boolean): void {
  if (online === next) return;
  online = next;
  for (const listener of listeners) listener();
}

export const connection = {
  read: (): boolean => online,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** The server did not answer. */
  markOffline: (): void => put(false),
  /** An answer of the server was read. */
  markOnline: (): void => put(!isUnplugged),
  /** Asks the server now. @returns whether it answers */
  async check(): Promise<boolean> {
    const answered = await fetch("/healthz", { cache: "no-store" }).then(
      () => true,
      () => false,
    );
    if (answered) isUnplugged = false;
    put(answered);
    return answered;
  },
};

if (typeof window !== "undefined") {
  addEventListener("online", () => {
    isUnplugged = false;
    connection.markOnline();
  });
  addEventListener("offline", () => {
    isUnplugged = true;
    connection.markOffline();
  });
}

/** Whether the server can be reached, as far as is known; true while a page is prerendered and hydrated. */
export const useOnline = (): boolean => useSyncExternalStore(connection.subscribe, connection.read, () => true);

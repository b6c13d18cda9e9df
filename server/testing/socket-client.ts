import { io, type Socket } from "socket.io-client";
import type { ServerEvents } from "#contract/events.ts";
import type { TestApp } from "#server/testing/test-app.ts";

type Heard = { [E in keyof ServerEvents]: { event: E; payload: ServerEvents[E] } }[keyof ServerEvents];

/** A member's device: a real socket that records the events it receives. */
export interface Device {
  readonly heard: readonly Heard[];
  readonly socket: Socket;
  /** The next event of a name, or the first that was heard already. @throws Error after ten seconds */
  hears<E extends keyof ServerEvents>(event: E): Promise<ServerEvents[E]>;
  close(): void;
}

const PATIENCE_MS = 10_000;
const RETRY_MS = 100;

/**
 * Reconnects a socket after a rejection, as the app does: the library gives up then, and a server without its database
 * rejects for a moment.
 * @param isWanted whether to reconnect
 */
export function reconnectAfterRefusal(socket: Socket, isWanted: () => boolean): void {
  const connect = () => isWanted() && socket.connect();
  socket.on("connect_error", () => {
    if (!socket.active) setTimeout(connect, RETRY_MS);
  });
}

/** Connects a device; resolves when it is connected. @throws Error when it is refused */
export async function connectDevice(app: TestApp, token: string, origin?: string): Promise<Device> {
  const heard: Heard[] = [];
  const socket = io(app.address, {
    auth: { token },
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    ...(origin && { extraHeaders: { origin } }),
  });
  const listeners = new Set<() => void>();
  socket.onAny((event: keyof ServerEvents, payload) => {
    heard.push({ event, payload } as Heard);
    for (const listener of listeners) listener();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", (error) => {
      socket.disconnect();
      reject(error);
    });
  });
  const hears: Device["hears"] = (event) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = heard.find((one) => one.event === event);
        if (!found) return;
        clearTimeout(late);
        listeners.delete(look);
        resolve(found.payload as never);
      };
      const late = setTimeout(() => {
        listeners.delete(look);
        reject(new Error(`heard no ${event}, but ${heard.map((one) => one.event).join(", ") || "nothing"}`));
      }, PATIENCE_MS);
      listeners.add(look);
      look();
    });
  return { heard, socket, hears, close: () => socket.disconnect() };
}

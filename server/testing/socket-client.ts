import { io, type Socket } from "socket.io-client";
import type { ServerEvents } from "#contract/events.ts";
import type { TestApp } from "#server/testing/test-app.ts";

type ReceivedEvent = { [E in keyof ServerEvents]: { event: E; payload: ServerEvents[E] } }[keyof ServerEvents];

/** A real socket that records its events. */
export interface Device {
  readonly received: readonly ReceivedEvent[];
  readonly socket: Socket;
  /** Waits for an event, or returns the first one that was received already. @throws Error after ten seconds */
  waitFor<E extends keyof ServerEvents>(event: E): Promise<ServerEvents[E]>;
  close(): void;
}

const TIMEOUT_MS = 10_000;
const RETRY_MS = 100;

/**
 * Reconnects a socket after a rejection, as the app does. The library does not retry in this case, and a server without
 * its database rejects connections temporarily.
 * @param isWanted whether to reconnect
 */
export function reconnectAfterRejection(socket: Socket, isWanted: () => boolean): void {
  const connect = () => isWanted() && socket.connect();
  socket.on("connect_error", () => {
    if (!socket.active) setTimeout(connect, RETRY_MS);
  });
}

/**
 * Connects a device; resolves when it is connected.
 * @param catchesUp whether it knows the event `events_missed`
 * @throws Error if the connection is rejected
 */
export async function connectDevice(
  app: Pick<TestApp, "address">,
  token: string,
  origin?: string,
  catchesUp = false,
): Promise<Device> {
  const received: ReceivedEvent[] = [];
  const socket = io(app.address, {
    auth: { token, catchesUp },
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    ...(origin && { extraHeaders: { origin } }),
  });
  const listeners = new Set<() => void>();
  socket.onAny((event: keyof ServerEvents, payload) => {
    received.push({ event, payload } as ReceivedEvent);
    for (const listener of listeners) listener();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", (error) => {
      socket.disconnect();
      reject(error);
    });
  });
  const waitFor: Device["waitFor"] = (event) =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = received.find((one) => one.event === event);
        if (!found) return;
        clearTimeout(timeout);
        listeners.delete(check);
        resolve(found.payload as never);
      };
      const timeout = setTimeout(() => {
        listeners.delete(check);
        reject(new Error(`no event ${event}; received: ${received.map((one) => one.event).join(", ") || "none"}`));
      }, TIMEOUT_MS);
      listeners.add(check);
      check();
    });
  return { received, socket, waitFor, close: () => socket.disconnect() };
}

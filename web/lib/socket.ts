import type { QueryClient } from "@tanstack/react-query";
import type { Socket } from "socket.io-client";
import type { ServerEvents } from "#contract/events.ts";
import { call } from "#web/lib/api.ts";
import { onResume } from "#web/lib/on-resume.ts";
import type { EventHandlers } from "#web/lib/realtime-handlers.ts";
import { type Session, session } from "#web/lib/session.ts";
import { whenIdle } from "#web/lib/when-idle.ts";

const RETRY_MS = 5_000;
const RETRIES = 24;
/** A password change in this browser disconnects the socket shortly before the response brings the new token. */
const REVALIDATE_DELAY_MS = 1_000;

let current: Socket | undefined;
let isActive = false;

/** Does nothing while disconnected. */
export function sendTyping(userId: string, recipientId: string): void {
  current?.volatile.emit("typing", { userId, recipientId });
}

/** Now if connected, and again on each connection. */
export function sendPresence(next: boolean): void {
  isActive = next;
  if (current?.connected) current.emit("presence", { present: isActive });
}

/** Browsers log an error for an aborted handshake. */
function disconnectWhenSettled(socket: Socket): void {
  const end = () => void socket.disconnect();
  if (socket.connected || !socket.active) end();
  else {
    socket.once("connect", end);
    socket.once("connect_error", end);
  }
}

/** The library has no call for this. A running attempt goes on. */
function reconnectNow(socket: Socket): void {
  if (socket.connected || socket.io._readyState !== "closed") return;
  socket.disconnect();
  socket.connect();
}

/**
 * Until the returned function is called. Loads the client library first. On each connection, when the device or the page
 * resumes and when the server has lost events, `onReconnect` handlers fetch missed changes. If the server disconnects or
 * rejects the token, a call to the API finds out whether the session is still valid.
 */
export function connectRealtime(login: Session, handlers: readonly EventHandlers[], cache: QueryClient): () => void {
  const me = login.user._id;
  let stopped = false;
  let socket: Socket | undefined;
  const isCurrentSession = (): boolean => !stopped && session.read()?.token === login.token;

  function runLater(callback: () => void, ms: number): void {
    setTimeout(() => isCurrentSession() && callback(), ms);
  }
  async function revalidateSession(): Promise<void> {
    // The cheapest call that needs a session. A 401 ends the session; other failures leave it open.
    await call("GET /api/profile/filters", {}).catch(() => undefined);
    if (isCurrentSession()) socket?.connect();
  }

  function dispatch(event: string, payload: unknown): void {
    if (stopped) return;
    for (const effects of handlers) {
      const handle = effects[event as keyof ServerEvents] as
        | ((payload: unknown, cache: QueryClient, me: string) => void)
        | undefined;
      handle?.(payload, cache, me);
    }
  }
  function notifyReconnect(): void {
    if (!isCurrentSession()) return;
    for (const { onReconnect } of handlers) onReconnect?.(cache, me);
  }
  /** By `leave`. Otherwise an inactive socket was rejected, and schedules its own attempt. */
  let hasLeft = false;
  const stopResume = onResume(() => {
    if (socket && isCurrentSession() && (socket.active || hasLeft)) reconnectNow(socket);
    hasLeft = false;
    notifyReconnect();
  });
  /** The browser keeps no page with an open connection for Back. */
  const leave = () => {
    if (!socket?.connected) return;
    hasLeft = true;
    socket.disconnect();
  };
  addEventListener("pagehide", leave);

  function open(client: typeof import("#web/lib/socket-client.ts")): void {
    if (stopped) return;
    const catchUp = () => {
      notifyReconnect();
      void client.invalidateFailed(cache);
    };
    socket = client.createSocket(login.token);
    current = socket;
    // The library does not retry after a rejection, which may also mean that the database is unavailable.
    socket.on("connect_error", (error) => {
      if (socket?.active) return;
      if (error.message === "unauthorized") runLater(() => void revalidateSession(), REVALIDATE_DELAY_MS);
      else runLater(() => socket?.connect(), RETRY_MS);
    });
    socket.on("disconnect", (reason) => {
      if (reason === "io server disconnect") runLater(() => void revalidateSession(), REVALIDATE_DELAY_MS);
    });
    socket.on("connect", () => {
      if (stopped) return;
      socket?.emit("join_user_room", me);
      if (isActive) socket?.emit("presence", { present: isActive });
      // Each in a task of its own: together they would block a slow phone for a tenth of a second.
      for (const { onReconnect } of handlers) runLater(() => onReconnect?.(cache, me), 0);
      runLater(() => void client.invalidateFailed(cache), 0);
    });
    socket.on("events_missed", (_payload: unknown, acknowledge: () => void) => {
      if (stopped) return;
      catchUp();
      // The server would take the acknowledgement for an error on another connection.
      const id = socket?.id;
      void client.whenFetched(cache).then(() => socket?.id === id && acknowledge());
      void client.retryFailed(cache, runLater, RETRIES);
    });
    socket.onAny(dispatch);
  }
  /** The library could not be loaded. Some browsers never retry a failed module, so the page may have to reload. */
  function onLoadError(): void {
    dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
    runLater(() => void load(), RETRY_MS);
  }
  const load = (): Promise<void> => import("#web/lib/socket-client.ts").then(open, onLoadError);
  // Until then, no events are lost: `onReconnect` fetches the changes.
  whenIdle(() => {
    if (!stopped) void load();
  });
  return () => {
    stopped = true;
    stopResume();
    removeEventListener("pagehide", leave);
    if (current === socket) current = undefined;
    if (socket) disconnectWhenSettled(socket);
  };
}

import type { QueryClient } from "@tanstack/react-query";
import type { Socket } from "socket.io-client";
import type { ServerEvents } from "#contract/events.ts";
import type { Live } from "#web/lib/live.ts";
import type { Session } from "#web/lib/session.ts";

const RETRY_MS = 5_000;

let current: Socket | undefined;

/** Tells the other member of a match that one is typing. Nothing happens while disconnected. */
export function sendTyping(userId: string, recipientId: string): void {
  current?.volatile.emit("typing", { userId, recipientId });
}

/**
 * Listens for a member's events until the returned function is called. The client library is loaded only now. With each
 * connection the features ask for what may have happened before it.
 */
export function listen(session: Session, features: readonly Live[], cache: QueryClient): () => void {
  let stopped = false;
  let socket: Socket | undefined;
  void import("socket.io-client").then(({ io }) => {
    if (stopped) return;
    socket = io({ auth: { token: session.token }, transports: ["websocket", "polling"] });
    current = socket;
    // The library gives up after a refusal; one for want of a database is worth another try.
    socket.on("connect_error", (error) => {
      if (socket?.active || error.message === "unauthorized") return;
      setTimeout(() => !stopped && socket?.connect(), RETRY_MS);
    });
    socket.on("connect", () => {
      socket?.emit("join_user_room", session.user._id);
      for (const { missed } of features) missed?.(cache, session.user._id);
      // What could not be loaded while the server was gone may be there now.
      void cache.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
    });
    socket.onAny((event: string, payload: unknown) => {
      for (const feature of features) {
        const hear = feature[event as keyof ServerEvents] as
          | ((payload: unknown, cache: QueryClient, me: string) => void)
          | undefined;
        hear?.(payload, cache, session.user._id);
      }
    });
  });
  return () => {
    stopped = true;
    socket?.disconnect();
    if (current === socket) current = undefined;
  };
}

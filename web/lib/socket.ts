import type { QueryClient } from "@tanstack/react-query";
import type { Socket } from "socket.io-client";
import type { ServerEvents } from "#contract/events.ts";
import { getFilters } from "#contract/filters.ts";
import { afterPage } from "#web/lib/after-page.ts";
import { call } from "#web/lib/api.ts";
import type { Live } from "#web/lib/live.ts";
import { isRefusal } from "#web/lib/query.ts";
import { type Session, session } from "#web/lib/session.ts";
import { onWake } from "#web/lib/wake.ts";

const RETRY_MS = 5_000;
/** Whoever changes the password in this browser is cut off, too, a moment before the answer with the new token is here. */
const DOUBT_MS = 1_000;

let current: Socket | undefined;
let looking = false;
let told: ((event: string, payload: unknown) => void) | undefined;

/** Tells the other member of a match that one is typing. Nothing happens while disconnected. */
export function sendTyping(userId: string, recipientId: string): void {
  current?.volatile.emit("typing", { userId, recipientId });
}

/** Says whether somebody looks at the page: now if connected, and with each connection. */
export function sayLooking(next: boolean): void {
  looking = next;
  if (current?.connected) current.emit("looking", { looking });
}

/** Acts on what a refusal tells, as if its event had arrived: on this device that may be late, or lost. */
export const asIfTold = <E extends keyof ServerEvents>(event: E, payload: ServerEvents[E]): void =>
  told?.(event, payload);

/** Ends a connection. One that is just being made is waited for: a browser complains of one that is broken off. */
function hangUp(socket: Socket): void {
  const end = () => void socket.disconnect();
  if (socket.connected || !socket.active) end();
  else {
    socket.once("connect", end);
    socket.once("connect_error", end);
  }
}

/** Ends the pause before the next try of the library. It knows no shorter way; a try that is just being made goes on. */
function tryNow(socket: Socket): void {
  if (socket.connected || !socket.active || socket.io._readyState !== "closed") return;
  socket.disconnect();
  socket.connect();
}

/**
 * Listens for a member's events until the returned function is called. The client library is loaded only now. With each
 * connection, and whenever the device wakes, the features ask for what may have happened before. Where the server ends the
 * connection or refuses the token, the API is asked whether the login still holds; it ends here if it does not.
 */
export function listen(login: Session, features: readonly Live[], cache: QueryClient): () => void {
  const me = login.user._id;
  let stopped = false;
  let socket: Socket | undefined;
  const isOn = (): boolean => !stopped && session.read()?.token === login.token;

  function later(act: () => void, ms: number): void {
    setTimeout(() => isOn() && act(), ms);
  }
  async function doubt(): Promise<void> {
    // The cheapest call of a member's. A 401 ends the login; any other failure says nothing about it.
    await call(getFilters, {}).catch(() => undefined);
    if (isOn()) socket?.connect();
  }

  function tell(event: string, payload: unknown): void {
    if (stopped) return;
    for (const feature of features) {
      const hear = feature[event as keyof ServerEvents] as
        | ((payload: unknown, cache: QueryClient, me: string) => void)
        | undefined;
      hear?.(payload, cache, me);
    }
  }
  function askMissed(): void {
    if (!isOn()) return;
    for (const { missed } of features) missed?.(cache, me);
  }
  const stopWaking = onWake(() => {
    if (socket && isOn()) tryNow(socket);
    askMissed();
  });
  told = tell;

  function open({ io }: typeof import("socket.io-client")): void {
    if (stopped) return;
    socket = io({ auth: { token: login.token }, transports: ["websocket", "polling"] });
    current = socket;
    // The library gives up after a refusal; one for want of a database is worth another try.
    socket.on("connect_error", (error) => {
      if (socket?.active) return;
      if (error.message === "unauthorized") later(() => void doubt(), DOUBT_MS);
      else later(() => socket?.connect(), RETRY_MS);
    });
    socket.on("disconnect", (reason) => {
      if (reason === "io server disconnect") later(() => void doubt(), DOUBT_MS);
    });
    socket.on("connect", () => {
      if (stopped) return;
      socket?.emit("join_user_room", me);
      if (looking) socket?.emit("looking", { looking });
      askMissed();
      // What could not be loaded while the server was gone may be there now; what it said no to stands as it is.
      void cache.invalidateQueries({ predicate: ({ state }) => state.status === "error" && !isRefusal(state.error) });
    });
    socket.onAny(tell);
  }
  /** Without a network the library itself cannot be loaded. A browser may not ask twice for a part: the page is loaded anew for it. */
  function missing(): void {
    dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
    later(() => void load(), RETRY_MS);
  }
  const load = (): Promise<void> => import("socket.io-client").then(open, missing);
  // Nothing is lost meanwhile: it is asked for with the connection.
  afterPage(() => {
    if (!stopped) void load();
  });
  return () => {
    stopped = true;
    stopWaking();
    if (told === tell) told = undefined;
    if (current === socket) current = undefined;
    if (socket) hangUp(socket);
  };
}

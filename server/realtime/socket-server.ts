import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { Server, type Socket } from "socket.io";
import * as z from "zod/mini";
import { clientEvents, type ServerEvents } from "#contract/events.ts";
import { TYPING_IDLE_MS } from "#contract/limits.ts";
import type { Publish } from "#server/db/client.ts";
import type { Doorkeeper } from "#server/realtime/connection-limiter.ts";
import type { Bus } from "#server/realtime/pubsub.ts";

const FRAME_BYTES_MAX = 64 * 1024;
const TOKEN_CHECK_MS = 60_000;
/** What a client says beyond that is a flood. */
const PACKETS_BURST = 100;
const PACKETS_A_SECOND = 20;
const TYPING_BURST = 10;
const TYPING_A_SECOND = 2;
/** Whoever has not asked to be let in by then is not waited for. */
const CONNECT_MS = 10_000;
/** How a packet begins that asks for it. */
const LET_IN = "0";
/** Devices and tabs of one member at a time. */
const SOCKETS_MAX = 20;

const roomOf = (memberId: string) => `member:${memberId}`;
const loginOf = (sessionId: string) => `login:${sessionId}`;

/** A connection below the sockets, as much of it as is looked at. */
interface Connection {
  readonly request: IncomingMessage;
  on(event: "close", hear: () => void): void;
  on(event: "packet", hear: (packet: { type: string; data?: unknown }) => void): void;
  close(discard: boolean): void;
}

/** Who a token belongs to; `sessionId` names the login without giving the token away. */
export interface Login {
  readonly memberId: string;
  readonly sessionId: string;
}

/** What the sockets need from the modules, so that they depend on none. */
export interface SocketGuard {
  /** Undefined where the token is not, or no longer, good. */
  authenticate(token: string): Promise<Login | undefined>;
  /** Whether the two may talk, and so may see each other type. */
  areMatched(one: string, other: string): Promise<boolean>;
  /** Notes whether somebody looks at a member's page just now. */
  look(socketId: string, memberId: string, isLooking: boolean): void;
  /** Whether a page of this origin may connect. */
  isOwnOrigin(origin: string | undefined, host: string | undefined): boolean;
  readonly door: Doorkeeper;
}

/** Pushes events to members' devices. What is written comes over HTTP; of a socket only typing is heard. */
export interface Realtime {
  readonly publish: Publish;
  /** Ends the sockets of one login, or all of a member's. */
  cutLogin(sessionId: string): void;
  cutMember(memberId: string): void;
  /** Begins to listen to sockets, and to what the other processes tell. */
  attach(app: FastifyInstance, guard: SocketGuard): Promise<void>;
  /** How many sockets are open here. */
  sockets(): number;
  /** Closes every socket; its client tries to come back by itself. */
  closeSockets(): void;
  /** Lets go of the other processes, once they are told what there was to tell. */
  close(): Promise<void>;
}

/**
 * Closes a connection that floods, or asks to be let in more than once, which a client of ours never does: before what it
 * says is looked at, and whether or not it is anybody's.
 */
function guardConnection(connection: Connection): void {
  const mayTalk = bucket(PACKETS_BURST, PACKETS_A_SECOND);
  let asked = 0;
  connection.on("packet", ({ type, data }) => {
    if (type === "message" && String(data).startsWith(LET_IN)) asked++;
    if (asked > 1 || !mayTalk(Date.now())) connection.close(true);
  });
}

/** So many at once, and so many a second after that. */
function bucket(burst: number, perSecond: number): (now: number) => boolean {
  let left = burst;
  let last = Date.now();
  return (now) => {
    left = Math.min(burst, left + ((now - last) / 1000) * perSecond);
    last = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

function hearTyping(socket: Socket, me: string, guard: SocketGuard, publish: Publish): void {
  const lastHeard = new Map<string, number>();
  const mayAsk = bucket(TYPING_BURST, TYPING_A_SECOND);
  socket.on("typing", async (payload: unknown) => {
    const { success, data } = z.safeParse(clientEvents.typing, payload);
    // Who is typing is who the token says, whatever the payload claims.
    if (!success || data.recipientId === me) return;
    const now = Date.now();
    if (!mayAsk(now)) return;
    if (now - (lastHeard.get(data.recipientId) ?? 0) < TYPING_IDLE_MS / 2) return;
    if (lastHeard.size > 500) lastHeard.clear();
    lastHeard.set(data.recipientId, now);
    const matched = await guard.areMatched(me, data.recipientId).catch(() => false);
    if (matched) publish(data.recipientId, "user_typing", { userId: me });
  });
}

/** What one process asks of all: to tell a room something, or to cut it. */
type Order = { readonly room: string } & (
  | { readonly event: keyof ServerEvents; readonly payload: unknown }
  | { readonly cut: true }
);

/**
 * Makes the hub. Nothing is listened to before `attach`.
 * @param bus to the other processes; undefined where there are none
 */
export function makeRealtime(bus?: Bus): Realtime {
  let io: Server | undefined;
  const obey = (order: Order): void => {
    // Of most members nobody is connected here, and what nobody hears would still be put into words.
    if (!io?.sockets.adapter.rooms.has(order.room)) return;
    if ("cut" in order) io.in(order.room).disconnectSockets(true);
    else io.to(order.room).emit(order.event, order.payload);
  };
  const everywhere = (order: Order): void => {
    obey(order);
    bus?.send(order);
  };
  const publish: Publish = (memberId, event, payload) => everywhere({ room: roomOf(memberId), event, payload });

  /** Lets every client come back, and ask for what it missed. */
  const startAnew = (): void => {
    for (const socket of io?.sockets.sockets.values() ?? []) socket.conn.close();
  };

  const devicesOf = (memberId: string): number => io?.of("/").adapter.rooms.get(roomOf(memberId))?.size ?? 0;

  function welcome(socket: Socket, guard: SocketGuard): void {
    const { token, memberId, sessionId } = socket.data as Login & { token: string };
    const check = async (): Promise<void> => {
      const still = await guard.authenticate(token).catch(() => ({ memberId }));
      if (still?.memberId !== memberId) socket.disconnect(true);
    };
    void socket.join([roomOf(memberId), loginOf(sessionId)]);
    if (devicesOf(memberId) > SOCKETS_MAX) return void socket.disconnect(true);
    // The login may have ended while it was being looked at, and before it could be cut by name.
    void check();
    // One's own room is joined already, and another's never is.
    socket.on("join_user_room", () => undefined);
    hearTyping(socket, memberId, guard, publish);
    socket.on("looking", (payload: unknown) => {
      const { success, data } = z.safeParse(clientEvents.looking, payload);
      if (success) guard.look(socket.id, memberId, data.looking);
    });
    const checking = setInterval(() => void check(), TOKEN_CHECK_MS);
    socket.on("disconnect", () => {
      clearInterval(checking);
      guard.look(socket.id, memberId, false);
      // A connection that has left its room would be counted nowhere.
      socket.conn.close();
    });
  }

  return {
    publish,
    cutLogin: (sessionId) => everywhere({ room: loginOf(sessionId), cut: true }),
    cutMember: (memberId) => everywhere({ room: roomOf(memberId), cut: true }),
    async attach(app, guard) {
      io = new Server(app.server, {
        serveClient: false,
        maxHttpBufferSize: FRAME_BYTES_MAX,
        connectTimeout: CONNECT_MS,
        allowRequest: (request, decide) => {
          // An empty one begins anew.
          const known = Boolean(new URL(request.url ?? "", "http://localhost").searchParams.get("sid"));
          const own = guard.isOwnOrigin(request.headers.origin, request.headers.host);
          decide(null, own && (known || guard.door.mayBegin(request)));
        },
      });
      const strangers = new WeakMap<object, () => void>();
      io.engine.on("connection", (connection: Connection) => {
        const release = guard.door.hold(connection.request);
        strangers.set(connection, release);
        connection.on("close", release);
        // Nobody reads it any more, and it would be kept for as long as the connection.
        Reflect.set(connection, "request", null);
        guardConnection(connection);
      });
      io.use(async (socket, next) => {
        const token: unknown = socket.handshake.auth["token"];
        try {
          const login = typeof token === "string" ? await guard.authenticate(token) : undefined;
          if (!login) return next(new Error("unauthorized"));
          if (devicesOf(login.memberId) >= SOCKETS_MAX) return next(new Error("rate_limited"));
          socket.data = { ...login, token };
          next();
        } catch {
          next(new Error("service_unavailable"));
        }
      });
      io.on("connection", (socket) => {
        strangers.get(socket.conn)?.();
        welcome(socket, guard);
      });
      await bus?.listen((order) => obey(order as Order), startAnew);
    },
    sockets: () => io?.of("/").sockets.size ?? 0,
    closeSockets() {
      const closing = io;
      io = undefined;
      // Closed, not disconnected: a client comes back by itself after the one, and stays away after the other. The HTTP
      // server below is closed by whoever started it.
      closing?.engine.close();
    },
    close: async () => bus?.close(),
  };
}

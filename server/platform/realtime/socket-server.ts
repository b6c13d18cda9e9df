import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Server, type Socket } from "socket.io";
import * as z from "zod/mini";
import { clientEvents, type ServerEvents } from "#contract/events.ts";
import { TYPING_IDLE_MS } from "#contract/limits.ts";
import type { Publish } from "#server/platform/db/client.ts";
import { pubsubUnwanted } from "#server/platform/observability/metrics.ts";
import type { ConnectionLimiter } from "#server/platform/realtime/connection-limiter.ts";
import { createGapNotifier, type GapNotifier } from "#server/platform/realtime/gap-notifier.ts";
import type { PubSub } from "#server/platform/realtime/pubsub.ts";

const FRAME_BYTES_MAX = 64 * 1024;
const TOKEN_CHECK_MS = 60_000;
/** A client that sends more is disconnected. */
const PACKETS_BURST = 100;
const PACKETS_A_SECOND = 20;
const TYPING_BURST = 10;
const TYPING_A_SECOND = 2;
/** Time for a new connection to authenticate. */
const CONNECT_MS = 10_000;
/** Sockets that are due within it are closed together. */
const SPREAD_STEP_MS = 5;
/** As socket.io has it by default. */
const SOCKETS_PATH = "/socket.io/";
/** The first character of a socket.io CONNECT packet. */
const CONNECT_PACKET = "0";
/** Devices and tabs of one member at a time. */
const SOCKETS_MAX = 20;
/** A connection waits no longer until the member's events reach this process. */
const JOIN_MS = 2_000;

const memberRoomOf = (memberId: string) => `member:${memberId}`;
const sessionRoomOf = (sessionId: string) => `session:${sessionId}`;

interface Connection {
  readonly request: IncomingMessage;
  readonly readyState: string;
  on(event: "close", listener: () => void): void;
  on(event: "packet", listener: (packet: { type: string; data?: unknown }) => void): void;
  close(discard: boolean): void;
}

export interface AuthenticatedSession {
  readonly memberId: string;
  readonly sessionId: string;
}

interface SocketData extends AuthenticatedSession {
  readonly token: string;
}
const dataOf = (socket: Socket): SocketData => socket.data as SocketData;

/** One session, or all of a member. */
export type EndedSessions = { readonly sessionId: string } | { readonly memberId: string };

/** So that the socket server imports no domain. */
export interface SocketServerDependencies {
  /** Undefined if the token is invalid or expired. */
  authenticate(token: string): Promise<AuthenticatedSession | undefined>;
  /** Only a match sees the other typing. */
  areMatched(one: string, other: string): Promise<boolean>;
  setPresence(socketId: string, memberId: string, isPresent: boolean): void;
  /** A gap, as by a fail-over, may have lost them. */
  renewPresence(): void;
  isOwnOrigin(origin: string | undefined, host: string | undefined): boolean;
  readonly connectionLimiter: ConnectionLimiter;
}

/** Writes go over HTTP; sockets only report typing and presence. */
export interface Realtime {
  readonly publish: Publish;
  /** An event could not be made, so the member's devices refetch. */
  announceGap(memberId: string): void;
  /** Whether a member may have a device: one is connected here, or there are other processes. */
  readonly mayReach: (memberId: string) => boolean;
  /** On every process. */
  disconnectSession(sessionId: string): void;
  disconnectMember(memberId: string): void;
  /**
   * @param listener called on every process when sessions have ended, and with undefined when an end may have been missed
   */
  onSessionsEnded(listener: (ended: EndedSessions | undefined) => void): void;
  /** Subscribes to the other processes, too. */
  attach(app: FastifyInstance, deps: SocketServerDependencies): Promise<void>;
  /** Without sockets: the transport is compared with that of the others. */
  follow(): Promise<void>;
  countSockets(): number;
  /** Redis, or else PostgreSQL, does not respond. */
  isDegraded(): boolean;
  /**
   * One by one; clients reconnect by themselves. Those that are still open get events.
   * @param spreadMs milliseconds, so that not all clients reconnect at once
   */
  closeSockets(spreadMs?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Our client never floods or authenticates twice. Runs before packets are parsed, on unauthenticated connections as
 * well.
 */
function limitPackets(connection: Connection): void {
  const takePacket = createTokenBucket(PACKETS_BURST, PACKETS_A_SECOND);
  let connects = 0;
  connection.on("packet", ({ type, data }) => {
    if (type === "message" && String(data).startsWith(CONNECT_PACKET)) connects++;
    if (connects > 1 || !takePacket()) connection.close(true);
  });
}

/** @returns a function that takes a token; false if there was none */
function createTokenBucket(burst: number, perSecond: number): () => boolean {
  let left = burst;
  let last = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - last) / 1000) * perSecond);
    last = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

function handleTyping(socket: Socket, me: string, deps: SocketServerDependencies, publish: Publish): void {
  const lastTypingAt = new Map<string, number>();
  const takeTyping = createTokenBucket(TYPING_BURST, TYPING_A_SECOND);
  socket.on("typing", async (payload: unknown) => {
    const { success, data } = z.safeParse(clientEvents.typing, payload);
    // The sender is the token's owner; a `userId` in the payload is ignored.
    if (!success || data.recipientId === me) return;
    const now = performance.now();
    if (!takeTyping()) return;
    if (now - (lastTypingAt.get(data.recipientId) ?? Number.NEGATIVE_INFINITY) < TYPING_IDLE_MS / 2) return;
    if (lastTypingAt.size > 500) lastTypingAt.clear();
    lastTypingAt.set(data.recipientId, now);
    const matched = await deps.areMatched(me, data.recipientId).catch(() => false);
    if (matched) publish(data.recipientId, "user_typing", { userId: me });
  });
}

/** In a random order, evenly over the time. A client that has left by itself needs nothing. */
async function closeOneByOne(sockets: ReadonlyMap<string, Socket>, spreadMs: number): Promise<void> {
  const ids = [...sockets.keys()]
    .map((id) => ({ id, at: Math.random() * spreadMs }))
    .sort((one, other) => one.at - other.at);
  const startedAt = performance.now();
  for (const { id, at } of ids) {
    const wait = at - (performance.now() - startedAt);
    if (wait > SPREAD_STEP_MS) await pause(wait);
    sockets.get(id)?.conn.close();
  }
}

function refuseOtherUpgrades(server: FastifyInstance["server"]): void {
  // Node leaves an upgrade without a listener, and engine.io adds its own later: a client that resets the connection in
  // between would end the process.
  server.on("upgrade", ({ url }, socket) => {
    socket.on("error", () => undefined);
    // Nobody answers it, and no limit counts it.
    if (!url?.startsWith(SOCKETS_PATH)) socket.destroy();
  });
}

function createServer(
  server: FastifyInstance["server"],
  deps: Pick<SocketServerDependencies, "isOwnOrigin" | "connectionLimiter">,
): Server {
  return new Server(server, {
    serveClient: false,
    maxHttpBufferSize: FRAME_BYTES_MAX,
    connectTimeout: CONNECT_MS,
    allowRequest: (request, decide) => {
      // Called for new connections only, whatever `sid` says.
      const isOwn = deps.isOwnOrigin(request.headers.origin, request.headers.host);
      const isAllowed = isOwn && deps.connectionLimiter.tryConnect(request);
      if (typeof isAllowed === "boolean") return decide(null, isAllowed);
      isAllowed.then(
        (allowed) => decide(null, allowed),
        () => decide(null, false),
      );
    },
  });
}

/** @returns a function that ends the count of a socket's connection as unauthenticated */
function trackConnections(io: Server, connectionLimiter: ConnectionLimiter): (socket: Socket) => void {
  const releaseByConnection = new WeakMap<object, () => void>();
  io.engine.on("connection", (connection: Connection) => {
    const release = connectionLimiter.trackUnauthenticated(connection.request);
    releaseByConnection.set(connection, release);
    connection.on("close", release);
    // Frees the handshake request, which the connection would retain.
    Reflect.set(connection, "request", null);
    limitPackets(connection);
  });
  return (socket) => releaseByConnection.get(socket.conn)?.();
}

type ClusterMessage = { readonly room: string } & (
  | { readonly event: keyof ServerEvents; readonly payload: unknown }
  | { readonly missed: true }
  | { readonly disconnect: true; readonly ended: EndedSessions }
);

/** Nothing is listened to before `attach`. @param pubsub undefined in a single process */
export function createRealtime(pubsub?: PubSub): Realtime {
  let io: Server | undefined;
  let gaps: GapNotifier | undefined;
  const endListeners: ((ended: EndedSessions | undefined) => void)[] = [];
  const reportEnd = (ended?: EndedSessions): void => {
    for (const listener of endListeners) listener(ended);
  };
  const applyLocally = (message: ClusterMessage): boolean => {
    if ("disconnect" in message) reportEnd(message.ended);
    // Most members are not connected to this process, and an emit to an empty room would still serialize the payload.
    const room = io?.sockets.adapter.rooms.get(message.room);
    if (!io || !room) return false;
    if ("disconnect" in message) io.in(message.room).disconnectSockets(true);
    else if ("missed" in message) gaps?.notify([...room].flatMap((id) => io?.sockets.sockets.get(id) ?? []));
    else io.to(message.room).emit(message.event, message.payload);
    return true;
  };
  /** @param memberId undefined sends to all processes, as for ends of sessions, which are rare */
  const send = (message: ClusterMessage, memberId?: string): void => {
    applyLocally(message);
    pubsub?.send(message, memberId);
  };
  const publish: Publish = (memberId, event, payload) =>
    send({ room: memberRoomOf(memberId), event, payload }, memberId);
  const receive = (message: ClusterMessage): void => {
    if (!applyLocally(message) && "event" in message) pubsubUnwanted.inc();
  };

  /**
   * Before the client is connected, because it catches up then and relies on events from there on. A client is
   * connected all the same if that takes too long, and catches up once the events reach this process.
   */
  async function join(socket: Socket, memberId: string): Promise<void> {
    if (!pubsub) return;
    const connection = socket.conn as unknown as Connection;
    if (connection.readyState !== "open") throw new Error("connection closed");
    const joined = pubsub.join(memberId);
    connection.on("close", () => pubsub.leave(memberId));
    const { promise: late, resolve } = Promise.withResolvers<"late">();
    const timeout = setTimeout(() => resolve("late"), JOIN_MS);
    const result = await Promise.race([joined, late]);
    clearTimeout(timeout);
    if (result === "late") void joined.then(() => gaps?.notify([socket]));
  }

  const countDevices = (memberId: string): number => io?.of("/").adapter.rooms.get(memberRoomOf(memberId))?.size ?? 0;

  async function revalidate(socket: Socket, deps: SocketServerDependencies): Promise<void> {
    const { token, memberId } = dataOf(socket);
    const current = await deps.authenticate(token).catch(() => ({ memberId }));
    if (current?.memberId !== memberId) socket.disconnect(true);
  }

  /** @returns the reason for which the client is refused */
  async function admit(socket: Socket, deps: SocketServerDependencies): Promise<Error | undefined> {
    const token: unknown = socket.handshake.auth["token"];
    if (typeof token !== "string") return new Error("unauthorized");
    const session = await deps.authenticate(token);
    if (!session) return new Error("unauthorized");
    if (countDevices(session.memberId) >= SOCKETS_MAX) return new Error("rate_limited");
    await join(socket, session.memberId);
    const data: SocketData = { ...session, token };
    socket.data = data;
    return undefined;
  }

  function onConnect(socket: Socket, deps: SocketServerDependencies): void {
    const { memberId, sessionId } = dataOf(socket);
    void socket.join([memberRoomOf(memberId), sessionRoomOf(sessionId)]);
    if (countDevices(memberId) > SOCKETS_MAX) return void socket.disconnect(true);
    // The session may have ended during authentication, before the socket was in its room and could be disconnected.
    void revalidate(socket, deps);
    // The client's own room is joined already, and joining another's is not allowed.
    socket.on("join_user_room", () => undefined);
    handleTyping(socket, memberId, deps, publish);
    socket.on("presence", (payload: unknown) => {
      const { success, data } = z.safeParse(clientEvents.presence, payload);
      if (success) deps.setPresence(socket.id, memberId, data.present);
    });
    const revalidation = setInterval(() => void revalidate(socket, deps), TOKEN_CHECK_MS);
    socket.on("disconnect", () => {
      clearInterval(revalidation);
      deps.setPresence(socket.id, memberId, false);
      // A client can leave the namespace and keep the connection, which no limit would count.
      socket.conn.close();
    });
  }

  return {
    publish,
    announceGap: (memberId) => send({ room: memberRoomOf(memberId), missed: true }, memberId),
    mayReach: (memberId) => pubsub?.isAlone === false || countDevices(memberId) > 0,
    disconnectSession: (sessionId) => send({ room: sessionRoomOf(sessionId), disconnect: true, ended: { sessionId } }),
    disconnectMember: (memberId) => send({ room: memberRoomOf(memberId), disconnect: true, ended: { memberId } }),
    onSessionsEnded: (listener) => void endListeners.push(listener),
    async attach(app, deps) {
      refuseOtherUpgrades(app.server);
      io = createServer(app.server, deps);
      const release = trackConnections(io, deps.connectionLimiter);
      io.use(async (socket, next) => {
        try {
          next(await admit(socket, deps));
        } catch {
          next(new Error("service_unavailable"));
        }
      });
      io.on("connection", (socket) => {
        release(socket);
        onConnect(socket, deps);
      });
      const notifier = createGapNotifier((socket) => revalidate(socket, deps));
      gaps = notifier;
      await pubsub?.listen(
        (message) => receive(message as ClusterMessage),
        () => {
          reportEnd();
          deps.renewPresence();
          notifier.notify(io?.sockets.sockets.values() ?? []);
        },
      );
    },
    follow: async () =>
      pubsub?.listen(
        () => undefined,
        () => undefined,
      ),
    countSockets: () => io?.of("/").sockets.size ?? 0,
    isDegraded: () => pubsub?.isDegraded() ?? false,
    async closeSockets(spreadMs = 0) {
      const server = io;
      if (spreadMs > 0) await closeOneByOne(server?.sockets.sockets ?? new Map<string, Socket>(), spreadMs);
      io = undefined;
      gaps?.stop();
      // Closed, not disconnected: clients reconnect after a close, but not after a disconnect. The HTTP server is closed by
      // its owner.
      server?.engine.close();
    },
    close: async () => pubsub?.close(),
  };
}

import { setTimeout as pause } from "node:timers/promises";
import type { Socket } from "socket.io";
import type { ServerEvents } from "#contract/events.ts";

/** Clients of a process that catch up at the same time. */
const CATCHING_UP_MAX = 64;
/** A client that takes longer, such as on a sleeping phone, goes on beside the next one. */
const CATCH_UP_MS = 3_000;
/** The time for a client that reconnects instead. */
const RECONNECT_MS = 1_000;

export interface GapNotifier {
  /** A few at a time, as fast as they catch up. A waiting client is informed once. */
  notify(sockets: Iterable<Socket>): void;
  stop(): void;
}

/**
 * Ten thousand clients that reconnect in the same seconds cost a process more than all they had missed, so a client
 * that knows the event `events_missed` keeps its connection, and acknowledges the event once it has caught up. Others,
 * such as a script, reconnect.
 */
async function catchUp(socket: Socket): Promise<void> {
  const knowsEvent: unknown = socket.handshake.auth["catchesUp"];
  if (knowsEvent === true) {
    const payload: ServerEvents["events_missed"] = {};
    await socket
      .timeout(CATCH_UP_MS)
      .emitWithAck("events_missed", payload)
      .catch(() => undefined);
  } else {
    socket.conn.close();
    await pause(RECONNECT_MS, undefined, { ref: false });
  }
}

/** @param revalidate disconnects a socket whose session has ended, which may be among what was lost */
export function createGapNotifier(revalidate: (socket: Socket) => Promise<void>): GapNotifier {
  const waiting = new Set<Socket>();
  let running = 0;
  async function work(): Promise<void> {
    running++;
    for (const socket of waiting) {
      waiting.delete(socket);
      // One that has disconnected catches up when it connects again.
      if (socket.connected) await revalidate(socket);
      if (socket.connected) await catchUp(socket);
    }
    running--;
  }
  return {
    notify(sockets) {
      for (const socket of sockets) waiting.add(socket);
      while (running < CATCHING_UP_MAX && waiting.size > 0) void work();
    },
    stop: () => waiting.clear(),
  };
}

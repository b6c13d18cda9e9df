/** Where publishers look. */
export type WriteRooms = (joined: readonly string[], left: readonly string[]) => Promise<void>;

export interface Rooms {
  /**
   * Resolves once events about the member reach this process, or at once while none do: then a gap is reported when
   * they do again.
   */
  join(memberId: string): Promise<void>;
  leave(memberId: string): void;
  isWritten(memberId: string): boolean;
  /**
   * Then each change. Resolves once the members are written.
   * @param onFailure called when a write fails later; then nothing is written until the next `connect`
   * @throws the error of a failed write
   */
  connect(write: WriteRooms, onFailure: (error: unknown) => void): Promise<void>;
  /** Writes nothing until the next `connect`. */
  disconnect(): void;
  close(): void;
}

/** Members per write. */
const BATCH_MAX = 1_000;
/** A device that reconnects within this time costs no write. */
const LINGER_MS = 5_000;

interface Room {
  sockets: number;
  isWritten: boolean;
  readonly waiting: (() => void)[];
}

interface Connection {
  readonly write: WriteRooms;
  readonly onFailure: (error: unknown) => void;
  flushing: Promise<void> | undefined;
}

/** A batch takes the state at its time, so joins and leaves in quick succession cannot be confused. */
export function createRooms(lingerMs = LINGER_MS): Rooms {
  const rooms = new Map<string, Room>();
  const changed = new Set<string>();
  /** When the last socket of a member closed, oldest first. */
  const emptySince = new Map<string, number>();
  let current: Connection | undefined;

  async function flush(connection: Connection): Promise<void> {
    try {
      while (changed.size > 0) {
        const batch = [...changed.values().take(BATCH_MAX)];
        for (const memberId of batch) changed.delete(memberId);
        const joined = batch.filter((memberId) => rooms.has(memberId));
        const left = batch.filter((memberId) => !rooms.has(memberId));
        await connection.write(joined, left);
        if (current !== connection) throw new Error("connection lost");
        for (const room of joined.map((memberId) => rooms.get(memberId))) {
          if (!room) continue;
          room.isWritten = true;
          release(room);
        }
      }
    } finally {
      connection.flushing = undefined;
    }
  }

  function release(room: Room): void {
    for (const resolve of room.waiting.splice(0)) resolve();
  }

  /** A write that is under way continues with new changes. */
  function startFlush(): Promise<void> {
    if (!current || changed.size === 0) return Promise.resolve();
    current.flushing ??= flush(current);
    return current.flushing;
  }

  function writeChanges(): void {
    const connection = current;
    startFlush().catch((error: unknown) => {
      if (current !== connection) return;
      disconnect();
      connection?.onFailure(error);
    });
  }

  function disconnect(): void {
    current = undefined;
    changed.clear();
    for (const room of rooms.values()) {
      room.isWritten = false;
      release(room);
    }
  }

  const sweep = setInterval(
    () => {
      const before = performance.now() - lingerMs;
      for (const [memberId, since] of emptySince) {
        if (since > before) break;
        emptySince.delete(memberId);
        rooms.delete(memberId);
        changed.add(memberId);
      }
      writeChanges();
    },
    Math.min(lingerMs, 1_000),
  );
  sweep.unref();

  return {
    join(memberId) {
      const room = rooms.get(memberId) ?? { sockets: 0, isWritten: false, waiting: [] };
      rooms.set(memberId, room);
      emptySince.delete(memberId);
      room.sockets++;
      if (room.isWritten || !current) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      room.waiting.push(resolve);
      changed.add(memberId);
      writeChanges();
      return promise;
    },
    leave(memberId) {
      const room = rooms.get(memberId);
      if (!room) return;
      room.sockets--;
      if (room.sockets === 0) emptySince.set(memberId, performance.now());
    },
    isWritten: (memberId) => rooms.get(memberId)?.isWritten === true,
    async connect(write, onFailure) {
      disconnect();
      current = { write, onFailure, flushing: undefined };
      const connection = current;
      for (const memberId of rooms.keys()) changed.add(memberId);
      try {
        await startFlush();
      } catch (error) {
        if (current === connection) disconnect();
        throw error;
      }
    },
    disconnect,
    close() {
      clearInterval(sweep);
      disconnect();
    },
  };
}

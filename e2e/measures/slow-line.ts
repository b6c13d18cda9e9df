import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A slow phone's line: 1.6 Mbit/s down, 0.75 up, 150 ms round trip. The same as Lighthouse's slow network. */
const DOWN_BYTES_PER_MS = 1_600_000 / 8 / 1000;
const UP_BYTES_PER_MS = 750_000 / 8 / 1000;
const ONE_WAY_MS = 75;
const SEGMENT_BYTES = 1_448;
const TICK_MS = 4;
/** The most that one connection may have waiting, as a router's queue. */
const QUEUE_MAX_BYTES = 64 * 1024;

/** A request that crossed the line, with the bytes of its response including headers. */
export interface Transfer {
  readonly path: string;
  /** As in `Sec-Fetch-Dest`, such as `script`; `empty` for a fetch. */
  readonly kind: string;
  /** Whether the service worker fetched it for its cache. */
  readonly isWorker: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  bytes: number;
}

export interface SlowLine {
  readonly address: string;
  record(): Transfer[];
  /** Lets everything through at once, for preparations. */
  setSlow(slow: boolean): void;
  close(): void;
}

interface Queue {
  readonly chunks: Buffer[];
  bytes: number;
  readonly from: Socket;
  readonly to: Socket;
  readonly onSegment?: (bytes: number) => void;
}

/** Sends the queues' segments in turn at a total rate, each one delayed by half a round trip. */
class Direction {
  readonly #queues = new Set<Queue>();
  readonly #bytesPerMs: number;
  readonly #isSlow: () => boolean;
  #credit = 0;
  #at = performance.now();
  readonly #timer = setInterval(() => this.#send(), TICK_MS);

  constructor(bytesPerMs: number, isSlow: () => boolean) {
    this.#bytesPerMs = bytesPerMs;
    this.#isSlow = isSlow;
  }

  add(queue: Queue): void {
    this.#queues.add(queue);
    queue.to.once("close", () => this.#queues.delete(queue));
  }

  push(queue: Queue, chunk: Buffer): void {
    if (!this.#isSlow()) {
      queue.onSegment?.(chunk.length);
      queue.to.write(chunk);
      return;
    }
    queue.chunks.push(chunk);
    queue.bytes += chunk.length;
    if (queue.bytes > QUEUE_MAX_BYTES) queue.from.pause();
  }

  #send(): void {
    const now = performance.now();
    const waiting = [...this.#queues].filter(({ bytes }) => bytes > 0);
    // An idle line saves no capacity beyond one tick.
    this.#credit = Math.min(this.#credit + (now - this.#at) * this.#bytesPerMs, this.#bytesPerMs * 25);
    this.#at = now;
    if (waiting.length === 0) this.#credit = Math.min(this.#credit, this.#bytesPerMs * TICK_MS);
    while (this.#credit > 0 && waiting.some(({ bytes }) => bytes > 0)) {
      for (const queue of waiting) {
        if (queue.bytes === 0 || this.#credit <= 0) continue;
        this.#credit -= this.#sendSegment(queue);
      }
    }
  }

  #sendSegment(queue: Queue): number {
    const chunk = queue.chunks[0];
    if (!chunk) return 0;
    const segment = chunk.subarray(0, SEGMENT_BYTES);
    if (segment.length === chunk.length) queue.chunks.shift();
    else queue.chunks[0] = chunk.subarray(SEGMENT_BYTES);
    queue.bytes -= segment.length;
    queue.onSegment?.(segment.length);
    if (queue.bytes < QUEUE_MAX_BYTES / 2) queue.from.resume();
    setTimeout(() => queue.to.writable && queue.to.write(segment), ONE_WAY_MS);
    return segment.length;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const REQUEST = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/;
const headerOf = (head: string, name: string): string => new RegExp(`^${name}: (.*)\r$`, "im").exec(head)?.[1] ?? "";

function readTransfer(chunk: Buffer): Transfer | undefined {
  const head = chunk.toString("latin1");
  const [, path] = REQUEST.exec(head) ?? [];
  if (path === undefined) return undefined;
  const isWorker = headerOf(head, "service-worker") === "script" || headerOf(head, "referer").endsWith("/sw.js");
  return { path, kind: headerOf(head, "sec-fetch-dest") || "empty", isWorker, startedAt: Date.now(), bytes: 0 };
}

/**
 * Starts a server on this machine that passes connections on to another one, as slowly as a phone's network. All
 * connections share its capacity, those of a service worker too, which the browser's own throttling leaves out. A new
 * connection waits a round trip first. TCP's slow start is not simulated.
 * @param target the port to pass connections on to
 */
export async function startSlowLine(target: number): Promise<SlowLine> {
  let isSlow = true;
  let transfers: Transfer[] = [];
  const sockets = new Set<Socket>();
  const [up, down] = [new Direction(UP_BYTES_PER_MS, () => isSlow), new Direction(DOWN_BYTES_PER_MS, () => isSlow)];

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: "127.0.0.1", noDelay: true });
    const opened = isSlow ? pause(2 * ONE_WAY_MS) : Promise.resolve();
    let current: Transfer | undefined;
    const requests: Queue = { chunks: [], bytes: 0, from: client, to: upstream };
    const count = (bytes: number) => {
      if (current) current.bytes += bytes;
    };
    const replies: Queue = { chunks: [], bytes: 0, from: upstream, to: client, onSegment: count };
    up.add(requests);
    down.add(replies);
    client.on("data", (chunk: Buffer) => {
      const transfer = readTransfer(chunk);
      if (transfer) {
        current = transfer;
        transfers.push(transfer);
      }
      void opened.then(() => up.push(requests, chunk));
    });
    upstream.on("data", (chunk: Buffer) => down.push(replies, chunk));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        // Data that is still on the line arrives first.
        setTimeout(() => other.end(), 4 * ONE_WAY_MS);
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${port}`,
    record: () => (transfers = []),
    setSlow(slow) {
      isSlow = slow;
    },
    close() {
      up.close();
      down.close();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

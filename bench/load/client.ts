import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { tokenOf } from "./members.ts";

/** A member's request as a browser sends it. The member is told by number. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** Absent: without a session. */
  readonly member?: number;
  /** The member whose network it comes from, if it has no session. */
  readonly from?: number;
  readonly body?: object;
}

export interface Reply {
  readonly status: number;
  readonly head: string;
  /** As it is sent: compressed, if it is long. */
  readonly body: Buffer;
}

export interface Client {
  /** Rejects if there is no complete reply. */
  call(call: Call): Promise<Reply>;
  close(): void;
}

export const networkOf = (member: number): string => `10.${member >> 16}.${(member >> 8) & 255}.${member & 255}`;

const END = Buffer.from("\r\n");

/** The body of a chunked reply; undefined if it is not complete yet. */
function joinChunks(data: Buffer, from: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = from; ; ) {
    const end = data.indexOf(END, at);
    if (end < 0) return undefined;
    const size = Number.parseInt(data.toString("latin1", at, end), 16);
    if (data.length < end + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(data.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

function parseReply(data: Buffer): Reply | undefined {
  const headEnd = data.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const head = data.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const body = joinChunks(data, headEnd + 4);
    return body && { status, head, body };
  }
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (data.length < headEnd + 4 + length) return undefined;
  return { status, head, body: data.subarray(headEnd + 4) };
}

/** One request at a time. */
interface Connection {
  readonly socket: Socket;
  send(text: string): Promise<Reply>;
}

function openConnection(host: string, port: number): Connection {
  const socket = connect({ host, port, noDelay: true });
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  socket.on("data", (part: Buffer) => {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    const reply = parseReply(received);
    if (!reply) return;
    received = Buffer.alloc(0);
    waiting?.resolve(reply);
    waiting = undefined;
  });
  socket.on("error", () => undefined);
  socket.once("close", () => waiting?.reject(new Error("the connection was cut")));
  return {
    socket,
    send: (text) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (socket.destroyed) reject(new Error("the connection was cut"));
        else socket.write(text);
      }),
  };
}

/**
 * A client that keeps its connections, and opens as many as are needed at a time. Of its own, because Node's takes a
 * fifth of a millisecond of the machine that is measured, and this one less than a third of that.
 */
export function createClient(address: string): Client {
  const { hostname, port, host } = new URL(address);
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const take = (): Connection => {
    for (let kept = idle.pop(); kept; kept = idle.pop()) if (!kept.socket.destroyed) return kept;
    const opened = openConnection(hostname, Number(port));
    all.add(opened);
    opened.socket.once("close", () => all.delete(opened));
    return opened;
  };
  return {
    async call({ method, path, member, from = member ?? 0, body }) {
      const content = body === undefined ? "" : JSON.stringify(body);
      const lines = [
        `${method} ${path} HTTP/1.1`,
        `host: ${host}`,
        "accept-encoding: gzip, deflate, br",
        "user-agent: Mozilla/5.0 (X11; Linux x86_64) Bench",
        `x-forwarded-for: ${networkOf(from)}`,
        ...(member === undefined ? [] : [`authorization: Bearer ${tokenOf(member)}`]),
        ...(body === undefined ? [] : ["content-type: application/json"]),
        ...(method === "GET" ? [] : [`content-length: ${Buffer.byteLength(content)}`]),
      ];
      const connection = take();
      const reply = await connection.send(`${lines.join("\r\n")}\r\n\r\n${content}`);
      if (/\r\nconnection: close/i.test(reply.head)) connection.socket.destroy();
      else idle.push(connection);
      return reply;
    },
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}

/** @throws Error with the reply unless the status is below 300 */
export async function mustCall(client: Client, call: Call): Promise<Reply> {
  const reply = await client.call(call);
  if (reply.status >= 300)
    throw new Error(`${call.method} ${call.path}: ${reply.status} ${reply.body.toString().slice(0, 300)}`);
  return reply;
}

/** Milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Starts an action at a fixed rate, without waiting for earlier ones, and waits for all.
 * @param act gets the time at which it was due. A late start counts, because a member would wait for it, too
 */
export async function atRate(
  perSecond: number,
  seconds: number,
  act: (nth: number, dueAt: number) => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  const all: Promise<unknown>[] = [];
  const count = Math.round(perSecond * seconds);
  for (let nth = 0; nth < count; ) {
    const due = Math.min(count, ((performance.now() - startedAt) / 1000) * perSecond);
    for (; nth < due; nth++) all.push(act(nth, startedAt + (nth / perSecond) * 1000));
    await pause(1);
  }
  await Promise.all(all);
}

/** Clients that each wait for their reply. @param act is told how many acts began before. @returns the acts per second */
export async function inLanes(lanes: number, seconds: number, act: (nth: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let nth = 0;
  const lane = async () => {
    while (performance.now() - startedAt < seconds * 1000) await act(nth++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return nth / ((performance.now() - startedAt) / 1000);
}

/** Clients that each wait for their reply, until all is done. @returns milliseconds of each */
export async function timeEach<T>(lanes: number, all: readonly T[], act: (one: T) => Promise<unknown>) {
  const left = all.values();
  const times: number[] = [];
  const lane = async () => {
    for (const one of left) times.push(await timed(() => act(one)));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return times;
}

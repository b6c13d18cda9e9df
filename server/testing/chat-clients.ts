import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { expect } from "vitest";
import type { ServerEvents } from "#contract/events.ts";
import { conversationIdOf, type Message, type MessagesPage } from "#contract/messages.ts";
import { post, signUpAt } from "#server/testing/process-harness.ts";
import { reconnectAfterRefusal } from "#server/testing/socket-client.ts";

/**
 * A client in a conversation that behaves like the app: repeats requests under one `clientId` until they are answered,
 * and resyncs from its `rev`. Events out of order are ignored.
 */
export interface ChatClient {
  readonly token: string;
  readonly me: string;
  /** Ids of acknowledged messages, by text. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** The displayed messages, in order. */
  shown(): readonly Message[];
  readonly rev: () => number;
  /** Requests that failed and were made again. */
  readonly repeats: () => number;
  /** Resolves when the text is answered. @throws Error if it is refused */
  send(content: string): Promise<void>;
  remove(messageId: string): Promise<void>;
  /** Resyncs until it is up to date. */
  catchUp(): Promise<void>;
  isConnected(): boolean;
  close(): void;
}

const RETRY_MS = 100;

export function openChat(
  address: string,
  { token, me, other }: { token: string; me: string; other: string },
): ChatClient {
  const conversationId = conversationIdOf(me, other);
  const messages = new Map<string, Message>();
  const acknowledged = new Map<string, string>();
  let rev = 0;
  /** The latest revision in an event. A response that is older does not complete a resync. */
  let heard = 0;
  let repeats = 0;
  let isClosed = false;
  let catching: Promise<void> | undefined;

  /** Repeats a request until it is answered; a rejection ends it. */
  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    for (;;) {
      if (isClosed) throw new Error("closed");
      try {
        const response = await fetch(address + path, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", connection: "close" },
          ...(body && { body: JSON.stringify(body) }),
        });
        const answer = (await response.json()) as { message?: string };
        if (response.ok) return answer;
        if (response.status < 500) throw new Refusal(`${response.status} ${answer.message}`);
      } catch (error) {
        if (error instanceof Refusal) throw error;
      }
      repeats++;
      await pause(RETRY_MS * (0.5 + Math.random()));
    }
  }

  async function readOn(): Promise<void> {
    for (let more = true; more; ) {
      const missed = (await ask("GET", `/api/messages/${other}?after=${rev}&limit=100`)) as MessagesPage;
      for (const message of missed.messages) messages.set(message._id, message);
      for (const id of missed.deleted) messages.delete(id);
      rev = Math.max(rev, missed.rev);
      more = missed.hasMore || rev < heard;
    }
  }

  const catchUp = (): Promise<void> => {
    catching ??= readOn().finally(() => {
      catching = undefined;
    });
    return catching;
  };

  /** Applies an event with the next revision; any other one only triggers a resync. */
  function take(change: { conversationId: string; rev: number }, apply: () => void): void {
    if (change.conversationId !== conversationId || change.rev <= rev) return;
    heard = Math.max(heard, change.rev);
    if (change.rev === rev + 1 && !catching) {
      apply();
      rev = change.rev;
    } else void catchUp().catch(() => undefined);
  }

  const socket: Socket = io(address, {
    auth: { token },
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 400,
  });
  reconnectAfterRefusal(socket, () => !isClosed);
  socket.on("connect", () => void catchUp().catch(() => undefined));
  socket.on("new_message", (event: ServerEvents["new_message"]) =>
    take(event, () => messages.set(event.message._id, event.message)),
  );
  socket.on("message_deleted", (event: ServerEvents["message_deleted"]) =>
    take(event, () => messages.delete(event.messageId)),
  );
  socket.on("messages_read", (event: ServerEvents["messages_read"]) => take(event, () => undefined));

  return {
    token,
    me,
    acknowledged,
    rev: () => rev,
    repeats: () => repeats,
    shown: () => [...messages.values()].sort((a, b) => a.seq - b.seq),
    async send(content) {
      const body = { receiverId: other, content, clientId: randomUUID() };
      const { message } = (await ask("POST", "/api/messages/send", body)) as { message: Message };
      acknowledged.set(content, message._id);
    },
    async remove(messageId) {
      // A repeated deletion finds no message.
      await ask("DELETE", `/api/messages/${messageId}`).catch((error: unknown) => {
        if (!(error instanceof Refusal && error.message.startsWith("404"))) throw error;
      });
    },
    async catchUp() {
      await catchUp();
      await catchUp();
    },
    isConnected: () => socket.connected,
    close() {
      isClosed = true;
      socket.disconnect();
    },
  };
}

class Refusal extends Error {}

/** Two members of a match, one with two devices. */
export interface Conversation {
  readonly clients: readonly ChatClient[];
}

/** Every so manieth is deleted again. */
const DELETED = 10;

/** Makes matches at a running Spotter, and opens the devices. */
export async function createConversations(address: string, count: number): Promise<Conversation[]> {
  const talks: Conversation[] = [];
  for (let i = 0; i < count; i++) {
    const [a, b] = [await signUpAt(address), await signUpAt(address)];
    await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token);
    await post(address, "/api/match/send-crush", { recipientId: a.id }, b.token);
    const open = (from: typeof a, to: typeof a) => openChat(address, { token: from.token, me: from.id, other: to.id });
    talks.push({ clients: [open(a, b), open(b, a), open(b, a)] });
  }
  return talks;
}

/** All clients send concurrently, each its messages in turn, and delete some. */
export async function sendAll(talks: readonly Conversation[], each: number): Promise<void> {
  const write = async (client: ChatClient, name: string) => {
    for (let i = 0; i < each; i++) {
      const text = `${name} ${i}`;
      await client.send(text);
      if (i % DELETED === DELETED - 1) await client.remove(client.acknowledged.get(text) ?? "");
    }
  };
  await Promise.all(
    talks.flatMap(({ clients }, talk) => clients.map((client, who) => write(client, `${talk}.${who}`))),
  );
}

/** Whether all devices of a conversation show the same messages, up to the latest one. */
function agree({ clients }: Conversation): boolean {
  const furthest = Math.max(...clients.map((client) => client.rev()));
  return clients.every((client) => client.rev() === furthest);
}

export interface ConsistencyReport {
  readonly sent: number;
  readonly lost: number;
  readonly double: number;
  readonly disordered: number;
  readonly gaps: number;
  readonly repeats: number;
}

/** Compares the displayed messages of all devices with each other and with the acknowledged ones. */
export async function checkConsistency(talks: readonly Conversation[], each: number): Promise<ConsistencyReport> {
  const verdict = { sent: 0, lost: 0, double: 0, disordered: 0, gaps: 0, repeats: 0 };
  // The clients converge by themselves: by events, or by noticing a missed one.
  await expect.poll(() => talks.every(agree), { timeout: 30_000 }).toBe(true);
  for (const { clients } of talks) {
    for (const client of clients) await client.catchUp();
    const [one, ...others] = clients.map((client) => client.shown());
    const texts = one?.map(({ content }) => content) ?? [];
    const shown = new Set(texts);
    const deleted = clients.length * Math.floor(each / DELETED);
    for (const client of clients) {
      verdict.sent += client.acknowledged.size;
      verdict.repeats += client.repeats();
      for (const text of client.acknowledged.keys()) {
        const wasDeleted = Number(text.split(" ")[1]) % DELETED === DELETED - 1;
        if (shown.has(text) === wasDeleted) verdict.lost++;
      }
    }
    verdict.double += texts.length - shown.size;
    const order = JSON.stringify(one?.map(({ _id, seq }) => [_id, seq]));
    verdict.disordered += others.filter(
      (list) => JSON.stringify(list.map(({ _id, seq }) => [_id, seq])) !== order,
    ).length;
    // A complete client has had every sequence, including those of deleted messages.
    verdict.gaps += countGaps(one?.map(({ seq }) => seq) ?? [], deleted);
  }
  return verdict;
}

/** Missing sequences, beyond those of deleted messages. */
function countGaps(places: readonly number[], deleted: number): number {
  const last = places.at(-1) ?? 0;
  return Math.max(0, last - places.length - deleted);
}

/** Nothing lost, nothing twice, one order, no gap. */
export function expectConsistent(verdict: ConsistencyReport, talks: readonly Conversation[], each: number): void {
  const sent = talks.reduce((sum, { clients }) => sum + clients.length, 0) * each;
  expect(verdict).toEqual({ sent, lost: 0, double: 0, disordered: 0, gaps: 0, repeats: expect.any(Number) });
}

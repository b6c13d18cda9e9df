import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { expect } from "vitest";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Message, MessagesPage } from "#contract/chat/messages.ts";
import type { ServerEvents } from "#contract/events.ts";
import { post, signUpAt } from "#server/testing/process-harness.ts";
import { reconnectAfterRejection } from "#server/testing/socket-client.ts";

/**
 * Behaves like the app: repeats requests under one `clientId` until they are answered, and resyncs from its `rev`.
 * Ignores events that are out of order.
 */
export interface ChatClient {
  readonly token: string;
  readonly me: string;
  /** Ids of acknowledged messages, by text. */
  readonly acknowledged: ReadonlyMap<string, string>;
  shown(): readonly Message[];
  readonly rev: () => number;
  readonly repeats: () => number;
  /** Resolves when the message is acknowledged. @throws Error if it is rejected */
  send(content: string): Promise<void>;
  remove(messageId: string): Promise<void>;
  /** Resyncs until the client is up to date. */
  catchUp(): Promise<void>;
  isConnected(): boolean;
  readonly connects: () => number;
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
  /** The latest revision in an event. A resync continues until it has reached this revision. */
  let latestEventRevision = 0;
  let repeats = 0;
  let connects = 0;
  let isClosed = false;
  let resyncing: Promise<void> | undefined;

  /** @throws Refusal if the request is rejected */
  async function request(method: string, path: string, body?: object): Promise<unknown> {
    for (;;) {
      if (isClosed) throw new Error("closed");
      try {
        const response = await fetch(address + path, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", connection: "close" },
          ...(body && { body: JSON.stringify(body) }),
        });
        const reply = (await response.json()) as { message?: string };
        if (response.ok) return reply;
        if (response.status < 500) throw new RejectionError(`${response.status} ${reply.message}`);
      } catch (error) {
        if (error instanceof RejectionError) throw error;
      }
      repeats++;
      await pause(RETRY_MS * (0.5 + Math.random()));
    }
  }

  async function resync(): Promise<void> {
    for (let more = true; more; ) {
      const missed = (await request("GET", `/api/messages/${other}?after=${rev}&limit=100`)) as MessagesPage;
      for (const message of missed.messages) messages.set(message._id, message);
      for (const id of missed.deleted) messages.delete(id);
      rev = Math.max(rev, missed.rev);
      more = missed.hasMore || rev < latestEventRevision;
    }
  }

  const catchUp = (): Promise<void> => {
    resyncing ??= resync().finally(() => {
      resyncing = undefined;
    });
    return resyncing;
  };

  /** Any other event triggers a resync. */
  function applyEvent(change: { conversationId: string; rev: number }, apply: () => void): void {
    if (change.conversationId !== conversationId || change.rev <= rev) return;
    latestEventRevision = Math.max(latestEventRevision, change.rev);
    if (change.rev === rev + 1 && !resyncing) {
      apply();
      rev = change.rev;
    } else void catchUp().catch(() => undefined);
  }

  const socket: Socket = io(address, {
    auth: { token, catchesUp: true },
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 400,
  });
  reconnectAfterRejection(socket, () => !isClosed);
  socket.on("connect", () => {
    connects++;
    void catchUp().catch(() => undefined);
  });
  socket.on("events_missed", async (_payload: unknown, acknowledge: () => void) => {
    // One that runs already may have read before the gap.
    await resyncing?.catch(() => undefined);
    await catchUp().catch(() => undefined);
    acknowledge();
  });
  socket.on("new_message", (event: ServerEvents["new_message"]) =>
    applyEvent(event, () => messages.set(event.message._id, event.message)),
  );
  socket.on("message_deleted", (event: ServerEvents["message_deleted"]) =>
    applyEvent(event, () => messages.delete(event.messageId)),
  );
  socket.on("messages_read", (event: ServerEvents["messages_read"]) => applyEvent(event, () => undefined));

  return {
    token,
    me,
    acknowledged,
    rev: () => rev,
    repeats: () => repeats,
    shown: () => [...messages.values()].sort((a, b) => a.seq - b.seq),
    async send(content) {
      const body = { receiverId: other, content, clientId: randomUUID() };
      const { message } = (await request("POST", "/api/messages/send", body)) as { message: Message };
      acknowledged.set(content, message._id);
    },
    async remove(messageId) {
      // A repeated deletion finds no message.
      await request("DELETE", `/api/messages/${messageId}`).catch((error: unknown) => {
        if (!(error instanceof RejectionError && error.message.startsWith("404"))) throw error;
      });
    },
    async catchUp() {
      await catchUp();
      await catchUp();
    },
    isConnected: () => socket.connected,
    connects: () => connects,
    close() {
      isClosed = true;
      socket.disconnect();
    },
  };
}

class RejectionError extends Error {}

/** One of the two members has two devices. */
export interface Conversation {
  readonly clients: readonly ChatClient[];
}

const DELETE_EVERY = 10;

export async function createConversations(address: string, count: number): Promise<Conversation[]> {
  const conversations: Conversation[] = [];
  for (let i = 0; i < count; i++) {
    const [a, b] = [await signUpAt(address), await signUpAt(address)];
    await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token);
    await post(address, "/api/match/send-crush", { recipientId: a.id }, b.token);
    const open = (from: typeof a, to: typeof a) => openChat(address, { token: from.token, me: from.id, other: to.id });
    conversations.push({ clients: [open(a, b), open(b, a), open(b, a)] });
  }
  return conversations;
}

/** Concurrently, each its messages one by one. @param pauseMs after each message */
export async function sendAll(conversations: readonly Conversation[], perDevice: number, pauseMs = 0): Promise<void> {
  const write = async (client: ChatClient, name: string) => {
    for (let i = 0; i < perDevice; i++) {
      const text = `${name} ${i}`;
      await client.send(text);
      if (i % DELETE_EVERY === DELETE_EVERY - 1) await client.remove(client.acknowledged.get(text) ?? "");
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(
    conversations.flatMap(({ clients }, conversationIndex) =>
      clients.map((client, clientIndex) => write(client, `${conversationIndex}.${clientIndex}`)),
    ),
  );
}

/** Whether all devices of a conversation have reached the same revision. */
function areInSync({ clients }: Conversation): boolean {
  const latest = Math.max(...clients.map((client) => client.rev()));
  return clients.every((client) => client.rev() === latest);
}

export interface ConsistencyReport {
  readonly sent: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly reordered: number;
  readonly gaps: number;
  readonly repeats: number;
}

export async function checkConsistency(
  conversations: readonly Conversation[],
  perDevice: number,
): Promise<ConsistencyReport> {
  const report = { sent: 0, lost: 0, duplicated: 0, reordered: 0, gaps: 0, repeats: 0 };
  // The clients converge by themselves: by events, or by a resync after a missed event.
  await expect.poll(() => conversations.every(areInSync), { timeout: 30_000 }).toBe(true);
  for (const { clients } of conversations) {
    for (const client of clients) await client.catchUp();
    const [one, ...others] = clients.map((client) => client.shown());
    const texts = one?.map(({ content }) => content) ?? [];
    const shown = new Set(texts);
    const deleted = clients.length * Math.floor(perDevice / DELETE_EVERY);
    for (const client of clients) {
      report.sent += client.acknowledged.size;
      report.repeats += client.repeats();
      for (const text of client.acknowledged.keys()) {
        const wasDeleted = Number(text.split(" ")[1]) % DELETE_EVERY === DELETE_EVERY - 1;
        if (shown.has(text) === wasDeleted) report.lost++;
      }
    }
    report.duplicated += texts.length - shown.size;
    const order = JSON.stringify(one?.map(({ _id, seq }) => [_id, seq]));
    report.reordered += others.filter(
      (list) => JSON.stringify(list.map(({ _id, seq }) => [_id, seq])) !== order,
    ).length;
    // A complete client has received every sequence, including those of deleted messages.
    report.gaps += countGaps(one?.map(({ seq }) => seq) ?? [], deleted);
  }
  return report;
}

/** Deleted messages are no gaps. */
function countGaps(sequences: readonly number[], deleted: number): number {
  const last = sequences.at(-1) ?? 0;
  return Math.max(0, last - sequences.length - deleted);
}

export function expectConsistent(
  report: ConsistencyReport,
  conversations: readonly Conversation[],
  perDevice: number,
): void {
  const sent = conversations.reduce((sum, { clients }) => sum + clients.length, 0) * perDevice;
  expect(report).toEqual({ sent, lost: 0, duplicated: 0, reordered: 0, gaps: 0, repeats: expect.any(Number) });
}

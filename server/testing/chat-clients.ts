import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import type { ServerEvents } from "#contract/events.ts";
import { conversationIdOf, type Message, type MessagesPage } from "#contract/messages.ts";
import { reconnectAfterRefusal } from "#server/testing/socket-client.ts";

/**
 * A device in a conversation, as an app's is: what it writes it repeats under one name until it is answered, and it asks
 * for what it missed by the `rev` that it has. It trusts nothing that its socket brings out of turn.
 */
export interface ChatClient {
  readonly token: string;
  readonly me: string;
  /** What was answered, by the text. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** What is on its screen, in order. */
  shown(): readonly Message[];
  readonly rev: () => number;
  /** Requests that failed and were made again. */
  readonly repeats: () => number;
  /** Resolves when the text is answered. @throws Error where it is refused */
  send(content: string): Promise<void>;
  remove(messageId: string): Promise<void>;
  /** Asks for what it missed, until it has all. */
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
  /** The latest change that was heard of: an answer that was on its way by then does not hold it. */
  let heard = 0;
  let repeats = 0;
  let isClosed = false;
  let catching: Promise<void> | undefined;

  /** Repeats until there is an answer; what is refused is no weather. */
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

  /** Takes a change that is the next one; of any other it is known only that something was missed. */
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
      // A repeat finds it gone.
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

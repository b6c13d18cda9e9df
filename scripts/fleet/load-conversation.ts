import { randomUUID } from "node:crypto";
import type { Requests } from "./load-requests.ts";
import type { LoadMatch, LoadMember, LoadVerdict } from "./load-types.ts";

interface SentMessage {
  readonly _id: string;
  readonly content: string;
  readonly seq: number;
  readonly sender: { readonly _id: string };
  /** By the receiver, as far as the sender was told. */
  readonly read: boolean;
}
interface Page {
  readonly messages: readonly SentMessage[];
  readonly rev: number;
  readonly hasMore: boolean;
}

/**
 * As the app does: applies events in the order of their revisions, and catches up after a gap and after each connect.
 * Marks what is shown as read, one request at a time.
 */
interface View {
  readonly shown: ReadonlyMap<number, string>;
  onEvent(name: string, payload: unknown): void;
  catchUp(): Promise<void>;
  read(after: number, onPage: (page: Page) => void): Promise<void>;
}

function createView(
  me: LoadMember,
  other: LoadMember,
  source: string,
  requests: Requests,
  onShown: (content: string) => void,
  fail: (error: unknown) => void,
): View {
  const shown = new Map<number, string>();
  let rev = 0;
  let mentioned = 0;
  let catching: Promise<void> | undefined;
  /** The page that the running catch-up waits for may be older than another request. */
  let isStale = false;
  let [isMarking, isUnread] = [false, false];

  async function markRead(): Promise<void> {
    const path = `/api/messages/read/${[me.id, other.id].sort().join("_")}`;
    for (isMarking = true; isUnread; ) {
      isUnread = false;
      const { status } = await requests.untilDecided(source, "PUT", path, me.token);
      if (status !== 200) throw new Error(`a conversation cannot be marked as read: ${status}`);
    }
    isMarking = false;
  }

  function show({ content, seq, sender }: SentMessage): void {
    if (shown.has(seq)) return;
    shown.set(seq, content);
    onShown(content);
    if (sender._id === me.id) return;
    isUnread = true;
    if (!isMarking) void markRead().catch(fail);
  }

  async function read(after: number, onPage: (page: Page) => void): Promise<void> {
    for (let more = true; more; ) {
      const path = `/api/messages/${other.id}?after=${after}&limit=100`;
      const { status, body } = await requests.untilDecided(source, "GET", path, me.token);
      if (status !== 200) throw new Error(`a conversation cannot be read: ${status}`);
      const page = body as Page;
      onPage(page);
      after = page.rev;
      more = page.hasMore;
    }
  }

  async function catchUpOnce(): Promise<void> {
    do {
      isStale = false;
      await read(rev, (page) => {
        for (const message of page.messages) show(message);
        rev = Math.max(rev, page.rev);
      });
    } while (isStale || rev < mentioned);
  }

  const catchUp = (): Promise<void> => {
    isStale = true;
    catching ??= catchUpOnce().finally(() => {
      catching = undefined;
    });
    return catching;
  };

  return {
    shown,
    onEvent(name, payload) {
      if (name !== "new_message" && name !== "messages_read") return;
      const event = payload as { message?: SentMessage; rev: number };
      mentioned = Math.max(mentioned, event.rev);
      if (event.rev <= rev || catching) return;
      if (event.rev > rev + 1) return void catchUp().catch(() => undefined);
      if (event.message) show(event.message);
      rev = event.rev;
    },
    catchUp,
    read,
  };
}

/** The members write in turn. */
export interface LoadConversation {
  readonly views: readonly [View, View];
  isWriting(): boolean;
  /** Repeated until it is acknowledged. */
  write(): Promise<void>;
  verify(): Promise<LoadVerdict>;
}

/**
 * @param onDelivered called with the milliseconds from sending a text to its arrival at the other device
 * @param fail called if a text cannot be marked as read
 */
export function createConversation(
  [a, b]: LoadMatch,
  source: string,
  requests: Requests,
  onDelivered: (milliseconds: number) => void,
  fail: (error: unknown) => void,
): LoadConversation {
  const sentAt = new Map<string, number>();
  const acknowledged = new Map<string, number>();
  let texts = 0;
  let writing = false;
  /** Even texts are of the first member. */
  const onShownTo = (parity: number) => (content: string) => {
    const at = sentAt.get(content);
    if (at === undefined || Number(content) % 2 === parity) return;
    sentAt.delete(content);
    onDelivered(performance.now() - at);
  };
  const views = [
    createView(a, b, source, requests, onShownTo(0), fail),
    createView(b, a, source, requests, onShownTo(1), fail),
  ] as const;

  return {
    views,
    isWriting: () => writing,
    async write() {
      writing = true;
      const [writer, reader] = texts % 2 === 0 ? [a, b] : [b, a];
      const content = String(texts++);
      sentAt.set(content, performance.now());
      const body = { receiverId: reader.id, content, clientId: randomUUID() };
      const reply = await requests.untilDecided(source, "POST", "/api/messages/send", writer.token, body);
      writing = false;
      if (reply.status !== 201) throw new Error(`a text was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
      acknowledged.set(content, (reply.body as { message: SentMessage }).message.seq);
    },
    async verify() {
      const stored: SentMessage[] = [];
      await views[0].read(0, (page) => stored.push(...page.messages));
      const sequences = new Map(stored.map(({ content, seq }) => [content, seq]));
      let [lost, outOfOrder, last] = [0, 0, 0];
      for (const [content, seq] of acknowledged) {
        if (sequences.get(content) !== seq) lost++;
        if (seq <= last) outOfOrder++;
        last = seq;
      }
      const isUnseen = ({ seq, content }: SentMessage) => views.some(({ shown }) => shown.get(seq) !== content);
      const unseen = stored.filter(isUnseen).length;
      const unread = stored.filter(({ read }) => !read).length;
      const doubled = stored.length - sequences.size;
      return { acknowledged: acknowledged.size, lost, doubled, outOfOrder, unseen, unread };
    },
  };
}

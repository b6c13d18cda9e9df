import type { Message } from "#contract/messages.ts";
import { listQueued, type OutboxStore, type OutgoingMessage } from "#web/features/messages/outbox-store.ts";
import { ApiError } from "#web/lib/api.ts";
import { getRetryTime } from "#web/lib/retry-after.ts";

/** What sends, and what is done with the answers. */
export interface DeliveryHooks {
  /** Whether its owner is still logged in. */
  isSessionActive: () => boolean;
  /** Has one tab do it at a time. */
  withTabLock: (name: string, act: () => Promise<boolean>) => Promise<boolean>;
  /** @throws ApiError, or something else when the server cannot be reached */
  post: (outgoing: OutgoingMessage) => Promise<Message>;
  onSent: (outgoing: OutgoingMessage, message: Message) => void;
  /** It was refused for good. */
  onRejected: (outgoing: OutgoingMessage, refusal: ApiError) => void;
  /** It could not be sent, for the first time. */
  onDelayed: (outgoing: OutgoingMessage) => void;
}

const BACKOFF_MIN_MS = 1000;
const BACKOFF_MAX_MS = 30_000;
/** For a tab that did not write it: whoever did may be gone by then. */
const OTHER_TAB_PAUSE_MS = 30_000;

/** Answers that are not about the message: who asks must log in, or come later. */
const RETRYABLE_STATUSES: readonly number[] = [401, 408, 429];

/** One that waits for an answer goes out when its writer wants it to: by then it may be out of place. */
const isTemporary = ({ status, code }: ApiError): boolean =>
  RETRYABLE_STATUSES.includes(status) && code !== "unanswered_limit";

/** Whether an answer is a refusal of the message. Anything else may go through later, even where a café's page answered. */
const isRejection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !isTemporary(error);

interface DeliveryState {
  running: boolean;
  rerun: boolean;
  failures: number;
  /** The server wants to hear nothing before. */
  retryNotBefore: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** Sends what is in an outbox: each conversation by itself, its messages one after another, until all are through. */
export function createDelivery(box: OutboxStore, ways: DeliveryHooks) {
  const rounds = new Map<string, DeliveryState>();
  let stopped = false;

  function roundOf(userId: string): DeliveryState {
    const round = rounds.get(userId) ?? { running: false, rerun: false, failures: 0, retryNotBefore: 0 };
    rounds.set(userId, round);
    return round;
  }

  function delay(userId: string, error: unknown): void {
    roundOf(userId).retryNotBefore = getRetryTime(error);
    const busy = error instanceof ApiError && error.status === 429;
    const words = busy && error.message !== "" ? error.message : undefined;
    for (const one of listQueued(box.read(), userId)) {
      if (one.state === "waiting" && one.failure === words) continue;
      const { clientId, content, createdAt } = one;
      const plain: OutgoingMessage = { clientId, userId, content, createdAt, state: "waiting" };
      const delayed = words === undefined ? plain : { ...plain, failure: words };
      box.put(delayed);
      if (one.state === "sending") ways.onDelayed(delayed);
    }
  }

  /** @returns whether the next may follow */
  async function sendOne(outgoing: OutgoingMessage): Promise<boolean> {
    try {
      const message = await ways.post(outgoing);
      if (!stopped) ways.onSent(outgoing, message);
    } catch (error) {
      if (stopped) return false;
      if (!isRejection(error)) {
        delay(outgoing.userId, error);
        return false;
      }
      ways.onRejected(outgoing, error);
    }
    // Whatever became of it, it is not tried twice in a row.
    return !listQueued(box.read(), outgoing.userId).some((one) => one.clientId === outgoing.clientId);
  }

  async function sendAll(userId: string): Promise<boolean> {
    // Another tab may have sent it while this one waited.
    await box.reload();
    for (;;) {
      const [next] = listQueued(box.read(), userId);
      if (!next) {
        // Whoever is next finds nothing on the shelf to send once more.
        await box.settled();
        return true;
      }
      if (stopped || !ways.isSessionActive() || !(await sendOne(next))) return false;
    }
  }

  function later(userId: string, ms: number): void {
    const round = roundOf(userId);
    clearTimeout(round.timer);
    if (!stopped) round.timer = setTimeout(() => void deliver(userId), ms);
  }

  async function deliver(userId: string): Promise<void> {
    const round = roundOf(userId);
    round.rerun = round.running;
    if (round.running || stopped) return;
    clearTimeout(round.timer);
    round.timer = undefined;
    round.running = true;
    const done = await ways.withTabLock(userId, () => sendAll(userId)).catch(() => false);
    round.running = false;
    if (done) round.failures = 0;
    if (round.rerun) return deliver(userId);
    if (done) return;
    const pause = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** round.failures++);
    later(userId, Math.max(pause, round.retryNotBefore - Date.now()));
  }

  const waiting = (): Set<string> =>
    new Set(
      box
        .read()
        .filter((one) => one.state !== "failed")
        .map((one) => one.userId),
    );

  return {
    /** Sends what waits for one member, now. */
    deliver,
    /** Sends all that waits, now: the network may be back. */
    deliverAll(): void {
      for (const userId of waiting()) {
        if (roundOf(userId).retryNotBefore > Date.now()) continue;
        roundOf(userId).failures = 0;
        void deliver(userId);
      }
    },
    /** Looks later whether what another tab has written is through. */
    mind(): void {
      for (const userId of waiting()) {
        const { running, timer } = roundOf(userId);
        if (!running && timer === undefined) later(userId, OTHER_TAB_PAUSE_MS);
      }
    },
    stop(): void {
      stopped = true;
      for (const { timer } of rounds.values()) clearTimeout(timer);
    },
  };
}

import type { Message } from "#contract/messages.ts";
import { type Outgoing, queueOf } from "#web/features/messages/outbox.ts";
import type { Box } from "#web/features/messages/outbox-box.ts";
import { ApiError } from "#web/lib/api.ts";
import { notBefore } from "#web/lib/retry-after.ts";

/** What sends, and what is done with the answers. */
export interface Ways {
  /** Whether its owner is still logged in. */
  isOn: () => boolean;
  /** Has one tab do it at a time. */
  alone: (name: string, act: () => Promise<boolean>) => Promise<boolean>;
  /** @throws ApiError, or something else when the server cannot be reached */
  post: (outgoing: Outgoing) => Promise<Message>;
  arrived: (outgoing: Outgoing, message: Message) => void;
  /** It was refused for good. */
  refused: (outgoing: Outgoing, refusal: ApiError) => void;
  /** It could not be sent, for the first time. */
  delayed: (outgoing: Outgoing) => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** For a tab that did not write it: whoever did may be gone by then. */
const OTHERS_PAUSE_MS = 30_000;

/** Answers that are not about the message: who asks must log in, or come later. */
const LATER: readonly number[] = [401, 408, 429];

/** One that waits for an answer goes out when its writer wants it to: by then it may be out of place. */
const isForNow = ({ status, code }: ApiError): boolean => LATER.includes(status) && code !== "unanswered_limit";

/** Whether an answer is a refusal of the message. Anything else may go through later, even where a café's page answered. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !isForNow(error);

interface Round {
  running: boolean;
  again: boolean;
  failures: number;
  /** The server wants to hear nothing before. */
  notBefore: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** Sends what is in an outbox: each conversation by itself, its messages one after another, until all are through. */
export function createDelivery(box: Box, ways: Ways) {
  const rounds = new Map<string, Round>();
  let stopped = false;

  function roundOf(userId: string): Round {
    const round = rounds.get(userId) ?? { running: false, again: false, failures: 0, notBefore: 0 };
    rounds.set(userId, round);
    return round;
  }

  function delay(userId: string, error: unknown): void {
    roundOf(userId).notBefore = notBefore(error);
    const busy = error instanceof ApiError && error.status === 429;
    const words = busy && error.message !== "" ? error.message : undefined;
    for (const one of queueOf(box.read(), userId)) {
      if (one.state === "waiting" && one.failure === words) continue;
      const { clientId, content, createdAt } = one;
      const plain: Outgoing = { clientId, userId, content, createdAt, state: "waiting" };
      const delayed = words === undefined ? plain : { ...plain, failure: words };
      box.put(delayed);
      if (one.state === "sending") ways.delayed(delayed);
    }
  }

  /** @returns whether the next may follow */
  async function sendOne(outgoing: Outgoing): Promise<boolean> {
    try {
      const message = await ways.post(outgoing);
      if (!stopped) ways.arrived(outgoing, message);
    } catch (error) {
      if (stopped) return false;
      if (!isFinal(error)) {
        delay(outgoing.userId, error);
        return false;
      }
      ways.refused(outgoing, error);
    }
    // Whatever became of it, it is not tried twice in a row.
    return !queueOf(box.read(), outgoing.userId).some((one) => one.clientId === outgoing.clientId);
  }

  async function sendAll(userId: string): Promise<boolean> {
    // Another tab may have sent it while this one waited.
    await box.reload();
    for (;;) {
      const [next] = queueOf(box.read(), userId);
      if (!next) {
        // Whoever is next finds nothing on the shelf to send once more.
        await box.settled();
        return true;
      }
      if (stopped || !ways.isOn() || !(await sendOne(next))) return false;
    }
  }

  function later(userId: string, ms: number): void {
    const round = roundOf(userId);
    clearTimeout(round.timer);
    if (!stopped) round.timer = setTimeout(() => void deliver(userId), ms);
  }

  async function deliver(userId: string): Promise<void> {
    const round = roundOf(userId);
    round.again = round.running;
    if (round.running || stopped) return;
    clearTimeout(round.timer);
    round.timer = undefined;
    round.running = true;
    const done = await ways.alone(userId, () => sendAll(userId)).catch(() => false);
    round.running = false;
    if (done) round.failures = 0;
    if (round.again) return deliver(userId);
    if (done) return;
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** round.failures++);
    later(userId, Math.max(pause, round.notBefore - Date.now()));
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
        if (roundOf(userId).notBefore > Date.now()) continue;
        roundOf(userId).failures = 0;
        void deliver(userId);
      }
    },
    /** Looks later whether what another tab has written is through. */
    mind(): void {
      for (const userId of waiting()) {
        const { running, timer } = roundOf(userId);
        if (!running && timer === undefined) later(userId, OTHERS_PAUSE_MS);
      }
    },
    stop(): void {
      stopped = true;
      for (const { timer } of rounds.values()) clearTimeout(timer);
    },
  };
}

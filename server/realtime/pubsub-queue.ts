import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { ControlMessage } from "#server/realtime/pubsub-codec.ts";

/** A message on its way to other processes. */
export interface OutgoingMessage {
  /** JSON. */
  readonly text: string;
  /** Whom it is about. Undefined if it is for all processes. */
  readonly memberId: string | undefined;
}

/** Says that messages were lost. */
export const GAP: OutgoingMessage = {
  text: JSON.stringify({ gap: true } satisfies ControlMessage),
  memberId: undefined,
};

/** Messages per batch. */
const BATCH_MAX = 500;
/** A longer queue is dropped, and a gap is announced. */
const QUEUE_MAX = 20_000;
const ATTEMPTS_MAX = 4;
export const RETRY_PAUSE_MS = 250;
const CLOSE_TIMEOUT_MS = 3_000;

export interface PublishQueue {
  publish(message: object, memberId?: string): void;
  /** Resolves once the rest is sent, or after some seconds. */
  close(): Promise<void>;
}

/**
 * Publishes in order and in batches, with retries. Messages that cannot be sent are dropped, and a gap is announced.
 * @param send sends a batch; it may be called again with the same batch after an error
 */
export function createPublishQueue(
  send: (batch: readonly OutgoingMessage[]) => Promise<void>,
  log: Logger,
): PublishQueue {
  const queue: OutgoingMessage[] = [];
  let hasGap = false;
  let isClosed = false;
  let sending: Promise<void> | undefined;

  async function sendWithRetries(batch: readonly OutgoingMessage[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await send(batch);
        return;
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || isClosed) throw error;
        await pause(RETRY_PAUSE_MS * attempt);
      }
    }
  }

  function dropQueue(): void {
    queue.length = 0;
    hasGap = true;
  }

  async function sendAll(): Promise<void> {
    // A gap is announced before anything else.
    while (queue.length > 0 || (hasGap && !isClosed)) {
      try {
        if (hasGap) await sendWithRetries([GAP]);
        hasGap = false;
        const batch = queue.splice(0, BATCH_MAX);
        if (batch.length > 0) await sendWithRetries(batch);
      } catch (error) {
        dropQueue();
        log.error({ err: error }, "pubsub: publish failed");
      }
    }
    sending = undefined;
  }

  return {
    publish(message, memberId) {
      if (isClosed) return;
      if (queue.length > QUEUE_MAX) dropQueue();
      queue.push({ text: JSON.stringify(message), memberId });
      sending ??= sendAll();
    },
    async close() {
      isClosed = true;
      // The rest is dropped.
      await Promise.race([sending ?? Promise.resolve(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { OutgoingMessage } from "#server/platform/realtime/pubsub-transport.ts";

const BATCH_MAX = 500;
/** A longer queue is dropped, and a gap is announced. */
const QUEUE_MAX = 20_000;
const ATTEMPTS_MAX = 4;
const RETRY_PAUSE_MS = 250;
const CLOSE_TIMEOUT_MS = 3_000;

export interface GapMessage {
  readonly gap: true;
}
const GAP: OutgoingMessage = { text: JSON.stringify({ gap: true } satisfies GapMessage), memberId: undefined };

export interface PublishQueue {
  publish(message: object, memberId?: string): void;
  /** Resolves once the rest is sent, or after some seconds. @returns whether everything was sent */
  close(): Promise<boolean>;
}

/**
 * In order and in batches, with retries. Messages that cannot be sent are dropped, and a gap is announced to all
 * processes before anything else is sent.
 * @param send may be called again with the same batch after an error
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
        if (attempt === ATTEMPTS_MAX) throw error;
        await pause(RETRY_PAUSE_MS * attempt);
      }
    }
  }

  function takeNext(): readonly OutgoingMessage[] {
    if (!hasGap) return queue.splice(0, BATCH_MAX);
    hasGap = false;
    return [GAP];
  }

  function dropQueue(): void {
    queue.length = 0;
    hasGap = true;
  }

  async function sendAll(): Promise<void> {
    let isFailing = false;
    while (queue.length > 0 || (hasGap && !isClosed)) {
      try {
        await sendWithRetries(takeNext());
        isFailing = false;
      } catch (error) {
        dropQueue();
        // Once for each time that the transport is away.
        if (!isFailing) log.error({ err: error }, "pubsub: publish failed");
        isFailing = true;
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
      await Promise.race([sending ?? Promise.resolve(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      return sending === undefined && !hasGap;
    },
  };
}

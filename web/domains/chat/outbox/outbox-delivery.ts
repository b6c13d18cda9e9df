import type { Message } from "#contract/chat/messages.ts";
import {
  listQueued,
  type OutboxStore,
  type OutgoingMessage,
  withoutFailure,
} from "#web/domains/chat/outbox/outbox-store.ts";
import { ApiError } from "#web/lib/api.ts";
import { isRejection } from "#web/lib/rejection.ts";
import { getRetryTime } from "#web/lib/retry-after.ts";

export interface DeliveryHooks {
  /** The member's session has not ended. */
  isSessionActive: () => boolean;
  /** In one tab at a time. */
  withTabLock: (name: string, act: () => Promise<boolean>) => Promise<boolean>;
  /** @throws ApiError, or something else when the server cannot be reached */
  post: (outgoing: OutgoingMessage) => Promise<Message>;
  onSent: (outgoing: OutgoingMessage, message: Message) => void;
  onRejected: (outgoing: OutgoingMessage, refusal: ApiError) => void;
  /** The message will be retried. */
  onDelayed: (outgoing: OutgoingMessage) => void;
}

const BACKOFF_MIN_MS = 1000;
const BACKOFF_MAX_MS = 30_000;
/** For a tab that did not write the message: the tab that did may have been closed. */
const OTHER_TAB_PAUSE_MS = 30_000;

/** At the limit of unanswered messages there is no retry: the message may be out of place when the limit ends. */
const FINAL_CODES = ["unanswered_limit"] as const;

interface DeliveryState {
  running: boolean;
  rerun: boolean;
  failures: number;
  /** No attempt before this time, as the server demanded. */
  retryNotBefore: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** The conversations in parallel, each one's messages in sequence. */
export function createDelivery(store: OutboxStore, hooks: DeliveryHooks) {
  const states = new Map<string, DeliveryState>();
  let stopped = false;

  function getState(userId: string): DeliveryState {
    const state = states.get(userId) ?? { running: false, rerun: false, failures: 0, retryNotBefore: 0 };
    states.set(userId, state);
    return state;
  }

  function delay(userId: string, error: unknown): void {
    getState(userId).retryNotBefore = getRetryTime(error);
    const failure = error instanceof ApiError && error.message !== "" ? error.message : undefined;
    for (const one of listQueued(store.read(), userId)) {
      if (one.state === "waiting" && one.failure === failure) continue;
      const plain: OutgoingMessage = { ...withoutFailure(one), state: "waiting" };
      const delayed = failure === undefined ? plain : { ...plain, failure };
      store.put(delayed);
      if (one.state === "sending") hooks.onDelayed(delayed);
    }
  }

  /** @returns whether the next message may be sent */
  async function sendOne(outgoing: OutgoingMessage): Promise<boolean> {
    try {
      const message = await hooks.post(outgoing);
      if (!stopped) hooks.onSent(outgoing, message);
    } catch (error) {
      if (stopped) return false;
      if (!isRejection(error, FINAL_CODES)) {
        delay(outgoing.userId, error);
        return false;
      }
      hooks.onRejected(outgoing, error);
    }
    // A message that is still queued is not retried immediately.
    return !listQueued(store.read(), outgoing.userId).some((one) => one.clientId === outgoing.clientId);
  }

  async function sendAll(userId: string): Promise<boolean> {
    // Another tab may have sent a message while this one waited for the lock.
    await store.reload();
    for (;;) {
      const [next] = listQueued(store.read(), userId);
      if (!next) {
        // Save before the lock is released, or the next tab would load and send the message again.
        await store.whenSaved();
        return true;
      }
      if (stopped || !hooks.isSessionActive() || !(await sendOne(next))) return false;
    }
  }

  function scheduleRetry(userId: string, ms: number): void {
    const state = getState(userId);
    clearTimeout(state.timer);
    if (!stopped) state.timer = setTimeout(() => void deliver(userId), ms);
  }

  async function deliver(userId: string): Promise<void> {
    const state = getState(userId);
    state.rerun = state.running;
    if (state.running || stopped) return;
    clearTimeout(state.timer);
    state.timer = undefined;
    state.running = true;
    const done = await hooks.withTabLock(userId, () => sendAll(userId)).catch(() => false);
    state.running = false;
    if (done) state.failures = 0;
    if (state.rerun) return deliver(userId);
    if (done) return;
    const pause = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** state.failures++);
    scheduleRetry(userId, Math.max(pause, state.retryNotBefore - Date.now()));
  }

  const listWaitingMembers = (): Set<string> =>
    new Set(
      store
        .read()
        .filter((one) => one.state !== "failed")
        .map((one) => one.userId),
    );

  return {
    deliver,
    /** The network may be back. */
    deliverAll(): void {
      for (const userId of listWaitingMembers()) {
        if (getState(userId).retryNotBefore > Date.now()) continue;
        getState(userId).failures = 0;
        void deliver(userId);
      }
    },
    /** Another tab wrote the messages. */
    scheduleChecks(): void {
      for (const userId of listWaitingMembers()) {
        const { running, timer } = getState(userId);
        if (!running && timer === undefined) scheduleRetry(userId, OTHER_TAB_PAUSE_MS);
      }
    },
    stop(): void {
      stopped = true;
      for (const { timer } of states.values()) clearTimeout(timer);
    },
  };
}

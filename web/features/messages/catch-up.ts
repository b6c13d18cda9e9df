import type { QueryClient } from "@tanstack/react-query";
import { conversationOf, getThread } from "#contract/messages.ts";
import { changeThread, keys, readThread } from "#web/features/messages/cache.ts";
import { isOver } from "#web/features/messages/ended.ts";
import { merge, revOf } from "#web/features/messages/thread.ts";
import { ApiError, call } from "#web/lib/api.ts";
import { asIfTold } from "#web/lib/socket.ts";

/** Milliseconds after which an answer does not come any more: the network may have gone without a word. */
const PATIENCE_MS = 15_000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
/** So many answers in a row that are not the last: the newest page alone is quicker. */
const ROUNDS_MAX = 5;

/** The latest change that was heard of, by conversation: a page that was loaded meanwhile may not hold it yet. */
const heard = new Map<string, number>();
const running = new Map<string, AbortController>();
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

export function hear(conversationId: string, rev: number): void {
  heard.set(conversationId, Math.max(rev, heard.get(conversationId) ?? 0));
}

/** Whether a thread lacks changes that were heard of. */
export function isBehind(me: string, userId: string, rev: number): boolean {
  return rev < (heard.get(conversationOf(me, userId)) ?? 0);
}

async function fill(cache: QueryClient, me: string, userId: string, signal: AbortSignal): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
    const thread = readThread(cache, userId);
    if (!thread) return;
    const asked = { params: { userId }, query: { after: revOf(thread) } };
    const missed = await call(getThread, asked, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
    if (signal.aborted) return;
    changeThread(cache, userId, (now) => merge(now, missed, userId));
    if (!missed.hasMore && !isBehind(me, userId, missed.rev)) return;
  }
  await cache.resetQueries({ queryKey: keys.thread(userId) });
}

/**
 * Asks for what a cached thread has missed and merges it, until it holds every change that was heard of meanwhile. Where
 * nobody answers it is asked again, with growing pauses. One that is asking already goes on, or is begun `anew`: after
 * a break its answer may never come.
 */
export async function catchUp(
  cache: QueryClient,
  me: string,
  userId: string,
  anew = false,
  failures = 0,
): Promise<void> {
  const conversationId = conversationOf(me, userId);
  if (running.has(conversationId) && !anew) return;
  running.get(conversationId)?.abort();
  clearTimeout(waiting.get(conversationId));
  const asking = new AbortController();
  running.set(conversationId, asking);
  try {
    await fill(cache, me, userId, asking.signal);
  } catch (error) {
    if (asking.signal.aborted) return;
    if (isOver(error)) return asIfTold("contact_ended", { userId });
    console.error("Missed messages could not be loaded", error);
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return;
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    const again = () => void catchUp(cache, me, userId, false, failures + 1);
    waiting.set(conversationId, setTimeout(again, pause));
  } finally {
    if (running.get(conversationId) === asking) running.delete(conversationId);
  }
}

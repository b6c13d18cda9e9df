import type { QueryClient } from "@tanstack/react-query";
import { conversationIdOf, getMessages } from "#contract/messages.ts";
import { onContactEnded } from "#web/features/members/contact.queries.ts";
import { getRevision, mergeChanges } from "#web/features/messages/conversation-pages.ts";
import { getCachedMessages, messageKeys, updateMessages } from "#web/features/messages/conversations.queries.ts";
import { applyMemberDeleted, isContactEndedError } from "#web/features/messages/ended-conversations.queries.ts";
import { ApiError, call } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";

/** Milliseconds after which an answer does not come any more: the network may have gone without a word. */
const TIMEOUT_MS = 15_000;
const BACKOFF_MIN_MS = 2000;
const BACKOFF_MAX_MS = 30_000;
/** So many answers in a row that are not the last: the newest page alone is quicker. */
const ROUNDS_MAX = 5;

/** The latest change that was heard of, by conversation: a page that was loaded meanwhile may not hold it yet. */
const latestRevisions = new Map<string, number>();
const runningResyncs = new Map<string, AbortController>();
const retryTimers = new Map<string, ReturnType<typeof setTimeout>>();

export function recordRevision(conversationId: string, rev: number): void {
  latestRevisions.set(conversationId, Math.max(rev, latestRevisions.get(conversationId) ?? 0));
}

/** Whether a thread lacks changes that were heard of. */
export function isBehind(me: string, userId: string, rev: number): boolean {
  return rev < (latestRevisions.get(conversationIdOf(me, userId)) ?? 0);
}

async function fetchMissed(cache: QueryClient, me: string, userId: string, signal: AbortSignal): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
    const thread = getCachedMessages(cache, userId);
    if (!thread) return;
    const asked = { params: { userId }, query: { after: getRevision(thread) } };
    const missed = await call(getMessages, asked, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    if (signal.aborted) return;
    updateMessages(cache, userId, (now) => mergeChanges(now, missed, userId));
    if (!missed.hasMore && !isBehind(me, userId, missed.rev)) return;
  }
  await cache.resetQueries({ queryKey: messageKeys.messages(userId) });
}

/**
 * Asks for what a cached thread has missed and merges it, until it holds every change that was heard of meanwhile. Where
 * nobody answers it is asked again, with growing pauses. One that is asking already goes on, or is begun `anew`: after
 * a break its answer may never come.
 */
export async function resyncConversation(
  cache: QueryClient,
  me: string,
  userId: string,
  anew = false,
  failures = 0,
): Promise<void> {
  const conversationId = conversationIdOf(me, userId);
  if (runningResyncs.has(conversationId) && !anew) return;
  runningResyncs.get(conversationId)?.abort();
  clearTimeout(retryTimers.get(conversationId));
  const asking = new AbortController();
  runningResyncs.set(conversationId, asking);
  try {
    await fetchMissed(cache, me, userId, asking.signal);
  } catch (error) {
    if (asking.signal.aborted) return;
    if (isContactEndedError(error)) return onContactEnded(cache, userId);
    console.error("Missed messages could not be loaded", error);
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return;
    const pause = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** failures);
    const again = () => void resyncConversation(cache, me, userId, false, failures + 1);
    retryTimers.set(conversationId, setTimeout(again, pause));
  } finally {
    if (runningResyncs.get(conversationId) === asking) runningResyncs.delete(conversationId);
  }
}

/** The other member has deleted their account: keeps my messages, and asks the server for what is left. */
export function resyncDeletedMember(cache: QueryClient, me: string, userId: string): void {
  applyMemberDeleted(cache, userId);
  void refetchQuery(cache, messageKeys.conversations);
  if (getCachedMessages(cache, userId)) void resyncConversation(cache, me, userId, true);
}

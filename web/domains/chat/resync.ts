import type { QueryClient } from "@tanstack/react-query";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { getRevision, mergeChanges } from "#web/domains/chat/conversation-pages.ts";
import { getCachedMessages, messageKeys, updateMessages } from "#web/domains/chat/conversations.queries.ts";
import { applyMemberDeleted, isContactEndedError } from "#web/domains/chat/ended-conversations.queries.ts";
import { showContactEnded } from "#web/domains/chat/load-contact-end.ts";
import { ApiError, call } from "#web/lib/api.ts";

/** Limit of a request: the network may be lost without an error. */
const TIMEOUT_MS = 15_000;
const BACKOFF_MIN_MS = 2000;
const BACKOFF_MAX_MS = 30_000;
/** After this many incomplete responses, it is faster to load only the newest page. */
const ROUNDS_MAX = 5;

/**
 * The latest revision that an event mentioned, by conversation. A page that was requested earlier does not contain it.
 */
const latestRevisions = new Map<string, number>();
const runningResyncs = new Map<string, AbortController>();
const retryTimers = new Map<string, ReturnType<typeof setTimeout>>();

export function recordRevision(conversationId: string, rev: number): void {
  latestRevisions.set(conversationId, Math.max(rev, latestRevisions.get(conversationId) ?? 0));
}

/** Events may have mentioned later revisions. */
export function isBehind(me: string, userId: string, rev: number): boolean {
  return rev < (latestRevisions.get(conversationIdOf(me, userId)) ?? 0);
}

async function fetchMissed(cache: QueryClient, me: string, userId: string, signal: AbortSignal): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
    const thread = getCachedMessages(cache, userId);
    if (!thread) return;
    const request = { params: { userId }, query: { after: getRevision(thread) } };
    const missed = await call(
      "GET /api/messages/:userId",
      request,
      AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    );
    if (signal.aborted) return;
    updateMessages(cache, userId, (now) => mergeChanges(now, missed, userId));
    if (!missed.hasMore && !isBehind(me, userId, missed.rev)) return;
  }
  await cache.resetQueries({ queryKey: messageKeys.messages(userId) });
}

/**
 * Until the conversation has all revisions mentioned by events. Retries with growing pauses. A running resync continues
 * unless `restart` is set: after a reconnect, its response may never arrive.
 */
export async function resyncConversation(
  cache: QueryClient,
  me: string,
  userId: string,
  restart = false,
  failures = 0,
): Promise<void> {
  const conversationId = conversationIdOf(me, userId);
  if (runningResyncs.has(conversationId) && !restart) return;
  runningResyncs.get(conversationId)?.abort();
  clearTimeout(retryTimers.get(conversationId));
  const controller = new AbortController();
  runningResyncs.set(conversationId, controller);
  try {
    await fetchMissed(cache, me, userId, controller.signal);
  } catch (error) {
    if (controller.signal.aborted) return;
    if (isContactEndedError(error)) return await showContactEnded(cache, userId);
    console.error("Missed messages could not be loaded", error);
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return;
    const pause = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** failures);
    const retry = () => void resyncConversation(cache, me, userId, false, failures + 1);
    retryTimers.set(conversationId, setTimeout(retry, pause));
  } finally {
    if (runningResyncs.get(conversationId) === controller) runningResyncs.delete(conversationId);
  }
}

/** My messages stay; the server has the rest. */
export function resyncDeletedMember(cache: QueryClient, me: string, userId: string): void {
  applyMemberDeleted(cache, userId);
  if (getCachedMessages(cache, userId)) void resyncConversation(cache, me, userId, true);
}

import type { QueryClient } from "@tanstack/react-query";
import { conversationOf, getThread } from "#contract/messages.ts";
import { changeThread, keys, readThread } from "#web/features/messages/cache.ts";
import { merge, revOf } from "#web/features/messages/thread.ts";
import { call } from "#web/lib/api.ts";

/** The latest change that was heard of, by conversation: a page that was loaded meanwhile may not hold it yet. */
const heard = new Map<string, number>();
const running = new Set<string>();

export function hear(conversationId: string, rev: number): void {
  heard.set(conversationId, Math.max(rev, heard.get(conversationId) ?? 0));
}

/** Whether a thread lacks changes that were heard of. */
export function isBehind(me: string, userId: string, rev: number): boolean {
  return rev < (heard.get(conversationOf(me, userId)) ?? 0);
}

/** Asks for what a cached thread has missed and merges it, until it holds every change that was heard of meanwhile. */
export async function catchUp(cache: QueryClient, me: string, userId: string): Promise<void> {
  const conversationId = conversationOf(me, userId);
  if (running.has(conversationId)) return;
  running.add(conversationId);
  try {
    for (let rounds = 0; rounds < 5; rounds++) {
      const thread = readThread(cache, userId);
      if (!thread) return;
      const missed = await call(getThread, { params: { userId }, query: { after: revOf(thread) } });
      changeThread(cache, userId, (now) => merge(now, missed, userId));
      if (!missed.hasMore && !isBehind(me, userId, missed.rev)) return;
    }
    // So much that the newest page alone is quicker.
    await cache.resetQueries({ queryKey: keys.thread(userId) });
  } catch (error) {
    console.error("Missed messages could not be loaded", error);
  } finally {
    running.delete(conversationId);
  }
}

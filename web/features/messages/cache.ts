import type { QueryClient } from "@tanstack/react-query";
import type { Conversation } from "#contract/messages.ts";
import type { Outgoing } from "#web/features/messages/outbox.ts";
import type { CachedThread } from "#web/features/messages/thread.ts";
import { askAgain, write } from "#web/lib/live.ts";

/** Until when each member is shown as typing, in milliseconds. */
export type Typing = Readonly<Record<string, number>>;

/** Where this feature's part of the cache is. */
export const keys = {
  conversations: ["conversations"],
  threads: ["thread"],
  thread: (userId: string) => ["thread", userId],
  outbox: (userId: string) => ["outbox", userId],
  typing: ["typing"],
  /** Shared with the crushes feature: a `CrushLists`. */
  crushes: ["crushes"],
} as const;

export const readThread = (cache: QueryClient, userId: string): CachedThread | undefined =>
  cache.getQueryData<CachedThread>(keys.thread(userId));

/** Changes a thread if it is there. */
export function changeThread(
  cache: QueryClient,
  userId: string,
  change: (thread: CachedThread) => CachedThread | undefined,
): void {
  cache.setQueryData<CachedThread>(keys.thread(userId), (thread) => thread && change(thread));
}

/** Changes the list of conversations if it is there. Where the change says undefined, it cannot know: the list is asked for anew. */
export function changeList(cache: QueryClient, change: (list: Conversation[]) => Conversation[] | undefined): void {
  const list = cache.getQueryData<Conversation[]>(keys.conversations);
  const changed = list && change(list);
  if (changed) write<Conversation[]>(cache, keys.conversations, () => changed);
  else void askAgain(cache, keys.conversations);
}

export function changeOutbox(
  cache: QueryClient,
  userId: string,
  change: (outbox: readonly Outgoing[]) => Outgoing[],
): void {
  cache.setQueryData<Outgoing[]>(keys.outbox(userId), (outbox = []) => change(outbox));
}

/** The other one of two members, from `conversationOf` of both. */
export function otherOf(conversationId: string, me: string): string {
  const [a = "", b = ""] = conversationId.split("_");
  return a === me ? b : a;
}

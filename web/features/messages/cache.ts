import type { QueryClient } from "@tanstack/react-query";
import type { Conversation, Message } from "#contract/messages.ts";
import type { CachedThread } from "#web/features/messages/thread.ts";
import { askAgain, write } from "#web/lib/live.ts";

/** Until when each member is shown as typing, in milliseconds. */
export type Typing = Readonly<Record<string, number>>;

/** Where this feature's part of the cache is. */
export const keys = {
  conversations: ["conversations"],
  threads: ["thread"],
  thread: (userId: string) => ["thread", userId],
  ended: ["ended"],
  typing: ["typing"],
  keptImage: (userId: string) => ["kept image", userId],
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

/** A conversation with its last message known from elsewhere than an event. Without it in the list the list is asked for. */
export function listWithLast(list: Conversation[], message: Message): Conversation[] | undefined {
  const { conversationId, sender, messageType, content, createdAt } = message;
  const conversation = list.find((one) => one.conversationId === conversationId);
  if (!conversation) return undefined;
  if (conversation.lastMessage && conversation.lastMessage.createdAt >= createdAt) return list;
  const lastMessage = { sender: { _id: sender._id }, messageType, content, createdAt };
  return [{ ...conversation, lastMessage }, ...list.filter((one) => one !== conversation)];
}

/** The other one of two members, from `conversationOf` of both. */
export function otherOf(conversationId: string, me: string): string {
  const [a = "", b = ""] = conversationId.split("_");
  return a === me ? b : a;
}

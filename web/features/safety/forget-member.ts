import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { CrushLists } from "#contract/crushes.ts";
import type { BrowseProfile } from "#contract/discovery.ts";
import type { Conversation } from "#contract/messages.ts";
import { memberKey } from "#web/features/members/member.api.ts";
import { askAgain, write } from "#web/lib/live.ts";

/** Where other features keep members; the shapes are those of the contract. */
const keys = {
  conversations: ["conversations"],
  thread: (userId: string) => ["thread", userId],
  outbox: (userId: string) => ["outbox", userId],
  crushes: ["crushes"],
  crushNews: ["crush-news"],
  browse: ["browse"],
} as const;

type Found = InfiniteData<{ readonly profiles: readonly BrowseProfile[] }>;

/**
 * Contact with a member is over: they leave every list here, and what was written with them is dropped. It does what the
 * event that tells of it would, so that it holds where no event comes.
 */
export function forgetMember(cache: QueryClient, userId: string): void {
  const others = <T extends { readonly _id: string }>(list: T[]): T[] => list.filter(({ _id }) => _id !== userId);
  write<Conversation[]>(cache, keys.conversations, (list) => list.filter(({ otherUser }) => otherUser._id !== userId));
  write<CrushLists>(cache, keys.crushes, (lists) => ({
    crushesReceived: others(lists.crushesReceived),
    crushesSent: others(lists.crushesSent),
    matches: others(lists.matches),
    activeConnections: others(lists.activeConnections),
  }));
  void askAgain(cache, keys.crushNews);
  write<Found>(cache, keys.browse, (found) => ({
    ...found,
    pages: found.pages.map((page) => ({ ...page, profiles: page.profiles.filter(({ id }) => id !== userId) })),
  }));
  for (const queryKey of [keys.thread(userId), keys.outbox(userId), memberKey(userId)]) {
    void cache.cancelQueries({ queryKey });
    cache.removeQueries({ queryKey });
  }
}

import type { CrushLists } from "#contract/crushes.ts";
import type { Conversation } from "#contract/messages.ts";
import { crushListsKey } from "#web/features/crushes/crushes.api.ts";
import { keys } from "#web/features/messages/cache.ts";
import type { CachedThread } from "#web/features/messages/thread.ts";
import { walletKey } from "#web/features/wallet/wallet.api.ts";
import type { Readable } from "#web/pwa/seen-snapshot.ts";

/** The newest page of a conversation; older ones are asked for. */
const newestPage = ({ pages, pageParams }: CachedThread): CachedThread => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});

/** What members read without a network: their conversations and crushes, which show what a crush costs them. */
export const READABLE: Readable = {
  lists: [keys.conversations, crushListsKey, walletKey],
  each: keys.threads,
  shorten: (thread) => newestPage(thread as CachedThread),
  members(list) {
    const conversations = list(keys.conversations) as Conversation[] | undefined;
    const crushes = list(crushListsKey) as CrushLists | undefined;
    if (!conversations || !crushes) return undefined;
    return new Set([...conversations.map((one) => one.otherUser), ...crushes.matches].map((member) => member._id));
  },
};

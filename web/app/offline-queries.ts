import type { CrushLists } from "#contract/crushes.ts";
import type { Conversation } from "#contract/messages.ts";
import { crushListsKey } from "#web/features/crushes/crushes.queries.ts";
import type { ConversationPages } from "#web/features/messages/conversation-pages.ts";
import { messageKeys } from "#web/features/messages/conversations.queries.ts";
import { walletKey } from "#web/features/wallet/wallet.queries.ts";
import type { OfflineQueries } from "#web/pwa/offline-snapshot.ts";

/** The newest page of a conversation; older ones are asked for. */
const newestPage = ({ pages, pageParams }: ConversationPages): ConversationPages => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});

/** What members read without a network: their conversations and crushes, which show what a crush costs them. */
export const OFFLINE_QUERIES: OfflineQueries = {
  lists: [messageKeys.conversations, crushListsKey, walletKey],
  each: messageKeys.allMessages,
  shorten: (thread) => newestPage(thread as ConversationPages),
  members(list) {
    const conversations = list(messageKeys.conversations) as Conversation[] | undefined;
    const crushes = list(crushListsKey) as CrushLists | undefined;
    if (!conversations || !crushes) return undefined;
    return new Set([...conversations.map((one) => one.otherUser), ...crushes.matches].map((member) => member._id));
  },
};

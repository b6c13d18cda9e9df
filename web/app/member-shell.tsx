import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import type { CrushLists } from "#contract/crushes.ts";
import type { Conversation } from "#contract/messages.ts";
import { NotificationCenter } from "#web/app/notification-center.tsx";
import { browseLive } from "#web/features/browse/browse.live.ts";
import { crushesLive } from "#web/features/crushes/crushes.live.ts";
import { crushListsKey, useUnseenCrushCount } from "#web/features/crushes/crushes.queries.ts";
import { useCurrentMatch } from "#web/features/crushes/match-store.ts";
import { membersLive } from "#web/features/members/members.live.ts";
import type { ConversationPages } from "#web/features/messages/conversation-pages.ts";
import { messageKeys } from "#web/features/messages/conversations.queries.ts";
import { persistDrafts } from "#web/features/messages/draft-store.ts";
import { messagesLive } from "#web/features/messages/messages.live.ts";
import { useUnreadCount } from "#web/features/messages/messages.queries.ts";
import { startOutbox } from "#web/features/messages/outbox.ts";
import { notificationsLive } from "#web/features/notifications/notifications.live.ts";
import { settingsLive } from "#web/features/settings/settings.live.ts";
import { walletLive } from "#web/features/wallet/wallet.live.ts";
import { walletKey } from "#web/features/wallet/wallet.queries.ts";
import { queryClient } from "#web/lib/query.ts";
import type { Session } from "#web/lib/session.ts";
import { connectRealtime } from "#web/lib/socket.ts";
import { persistOfflineCache } from "#web/pwa/offline-cache.ts";
import type { OfflineQueries } from "#web/pwa/offline-snapshot.ts";
import { Badge } from "#web/ui/badge.tsx";

/** The newest page of a conversation; older ones are asked for. */
const newestPage = ({ pages, pageParams }: ConversationPages): ConversationPages => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});

/** What members read without a network: their conversations and crushes, which show what a crush costs them. */
const OFFLINE_QUERIES: OfflineQueries = {
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

const LIVE = [membersLive, crushesLive, messagesLive, walletLive, browseLive, settingsLive, notificationsLive];

const MatchMoment = lazy(() =>
  import("#web/features/crushes/match-celebration.tsx").then((file) => ({ default: file.MatchCelebration })),
);

/** Keeps a member's cache fresh and their drafts while any screen is open, sends what waits, keeps what was seen, tells what happens and celebrates it. */
export function MemberShell({ login }: { login: Session }) {
  useEffect(() => connectRealtime(login, LIVE, queryClient), [login]);
  useEffect(() => startOutbox(login, queryClient), [login]);
  useEffect(() => persistDrafts(login), [login]);
  useEffect(() => persistOfflineCache(login, queryClient, OFFLINE_QUERIES), [login]);
  const matched = useCurrentMatch() !== undefined;
  return (
    <QueryClientProvider client={queryClient}>
      <NotificationCenter login={login} />
      {matched && (
        <Suspense>
          <MatchMoment />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

/** The count of unread messages, on 'Messages' in header and tab bar. */
export const UnreadBadge = () => (
  <QueryClientProvider client={queryClient}>
    <UnreadCount />
  </QueryClientProvider>
);

function UnreadCount() {
  const unread = useUnreadCount() ?? 0;
  return <Badge count={unread} label={unread === 1 ? "1 unread message" : `${unread} unread messages`} />;
}

/** The count of crushes received since the last look at them, on 'My Crushes' in header and tab bar. */
export const NewCrushesBadge = () => (
  <QueryClientProvider client={queryClient}>
    <NewCrushesCount />
  </QueryClientProvider>
);

function NewCrushesCount() {
  const unseen = useUnseenCrushCount() ?? 0;
  return <Badge count={unseen} label={unseen === 1 ? "1 new crush" : `${unseen} new crushes`} />;
}

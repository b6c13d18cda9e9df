import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import type { CrushLists } from "#contract/crushes.ts";
import type { Conversation } from "#contract/messages.ts";
import { counted } from "#contract/words.ts";
import { NotificationCenter } from "#web/app/notification-center.tsx";
import { browseLive } from "#web/features/browse/browse.live.ts";
import { startCrushSending } from "#web/features/crushes/crush-sending.ts";
import { crushesLive } from "#web/features/crushes/crushes.live.ts";
import { crushListsKey, useUnseenCrushCount } from "#web/features/crushes/crushes.queries.ts";
import { useCurrentMatch } from "#web/features/crushes/match-store.ts";
import { celebrateMissedMatches } from "#web/features/crushes/missed-matches.ts";
import { BackSafe } from "#web/features/dates/back-safe.tsx";
import { dateToastsLive } from "#web/features/dates/date-toasts.ts";
import { datesLive } from "#web/features/dates/dates.live.ts";
import { membersLive } from "#web/features/members/members.live.ts";
import type { ConversationPages } from "#web/features/messages/conversation-pages.ts";
import { messageKeys } from "#web/features/messages/conversations.queries.ts";
import { persistDrafts } from "#web/features/messages/draft-store.ts";
import { messagesLive } from "#web/features/messages/messages.live.ts";
import { useUnreadCount } from "#web/features/messages/messages.queries.ts";
import { sendText, startOutbox } from "#web/features/messages/outbox.ts";
import { notificationsLive } from "#web/features/notifications/notifications.live.ts";
import { settingsLive } from "#web/features/settings/settings.live.ts";
import { verificationLive } from "#web/features/verification/verification.live.ts";
import { walletLive } from "#web/features/wallet/wallet.live.ts";
import { walletKey } from "#web/features/wallet/wallet.queries.ts";
import { queryClient } from "#web/lib/query.ts";
import type { Session } from "#web/lib/session.ts";
import { connectRealtime } from "#web/lib/socket.ts";
import { loadScreenPart } from "#web/lib/stale-chunks.ts";
import { persistOfflineCache } from "#web/pwa/offline-cache.ts";
import type { OfflineQueries } from "#web/pwa/offline-snapshot.ts";
import { Badge } from "#web/ui/badge.tsx";

const newestPage = ({ pages, pageParams }: ConversationPages): ConversationPages => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});

/** Readable offline: conversations and crushes. The crush buttons need the wallet for their cost. */
const OFFLINE_QUERIES: OfflineQueries = {
  lists: [messageKeys.conversations, crushListsKey, walletKey],
  conversationKey: messageKeys.allMessages,
  truncate: (thread) => newestPage(thread as ConversationPages),
  allowedMembers(list) {
    const conversations = list(messageKeys.conversations) as Conversation[] | undefined;
    const crushes = list(crushListsKey) as CrushLists | undefined;
    if (!conversations || !crushes) return undefined;
    return new Set([...conversations.map((one) => one.otherUser), ...crushes.matches].map((member) => member._id));
  },
};

const LIVE_HANDLERS = [
  membersLive,
  crushesLive,
  messagesLive,
  datesLive,
  walletLive,
  browseLive,
  settingsLive,
  verificationLive,
  notificationsLive,
  dateToastsLive,
];

const MatchCelebration = lazy(async () => {
  const file = await loadScreenPart(() => import("#web/features/crushes/match-celebration.tsx"));
  return { default: file.MatchCelebration };
});

/** Runs while a member is logged in: realtime updates, outbox, held crushes, drafts, offline cache, notifications, match celebration, "Back safe?". */
export function MemberShell({ login, notices }: { login: Session; notices: HTMLElement | null }) {
  useEffect(() => connectRealtime(login, LIVE_HANDLERS, queryClient), [login]);
  useEffect(() => startOutbox(login, queryClient), [login]);
  useEffect(() => startCrushSending(login, queryClient), [login]);
  useEffect(() => void celebrateMissedMatches(), []);
  useEffect(() => persistDrafts(login), [login]);
  useEffect(() => persistOfflineCache(login, queryClient, OFFLINE_QUERIES), [login]);
  const hasMatch = useCurrentMatch() !== undefined;
  return (
    <QueryClientProvider client={queryClient}>
      <NotificationCenter login={login} />
      <BackSafe place={notices} />
      {hasMatch && (
        <Suspense>
          <MatchCelebration onSend={sendText} />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

export const UnreadBadge = () => (
  <QueryClientProvider client={queryClient}>
    <UnreadCount />
  </QueryClientProvider>
);

function UnreadCount() {
  const unread = useUnreadCount() ?? 0;
  return <Badge count={unread} label={counted(unread, "unread message", "unread messages")} />;
}

/** Crushes received since the member last opened the list. */
export const NewCrushesBadge = () => (
  <QueryClientProvider client={queryClient}>
    <NewCrushesCount />
  </QueryClientProvider>
);

function NewCrushesCount() {
  const unseen = useUnseenCrushCount() ?? 0;
  return <Badge count={unseen} label={counted(unseen, "new crush", "new crushes")} />;
}

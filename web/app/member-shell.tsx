import { type InfiniteData, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import type { Conversation } from "#contract/chat/messages.ts";
import { CRUSH_LISTS } from "#contract/crushes/crush-lists.ts";
import { UNSEEN_MAX } from "#contract/limits.ts";
import { counted } from "#contract/words.ts";
import { NotificationCenter } from "#web/app/notification-center.tsx";
import { notificationsLive } from "#web/app/notifications.live.ts";
import { settingsLive } from "#web/domains/accounts/settings/settings.live.ts";
import { walletLive } from "#web/domains/billing/wallet.live.ts";
import { walletKey } from "#web/domains/billing/wallet.queries.ts";
import { useUnreadCount } from "#web/domains/chat/conversation-list.queries.ts";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { messagesLive } from "#web/domains/chat/messages.live.ts";
import { persistDrafts } from "#web/domains/chat/outbox/draft-store.ts";
import { sendText, startOutbox } from "#web/domains/chat/outbox/outbox.ts";
import { type CrushPages, listEntries } from "#web/domains/crushes/crush-lists.ts";
import { startCrushSending } from "#web/domains/crushes/crush-sending.ts";
import { crushesLive } from "#web/domains/crushes/crushes.live.ts";
import { crushCountsKey, crushListKey, useUnseenCrushCount } from "#web/domains/crushes/crushes.queries.ts";
import { useCurrentMatch } from "#web/domains/crushes/match-store.ts";
import { celebrateMissedMatches } from "#web/domains/crushes/missed-matches.ts";
import { browseLive } from "#web/domains/discovery/browse.live.ts";
import { membersLive } from "#web/domains/members/members.live.ts";
import { verificationLive } from "#web/domains/moderation/verification/verification.live.ts";
import { BackSafe } from "#web/domains/training/back-safe.tsx";
import { dateToastsLive } from "#web/domains/training/date-toasts.ts";
import { datesLive } from "#web/domains/training/dates.live.ts";
import { queryClient } from "#web/lib/query.ts";
import type { Session } from "#web/lib/session.ts";
import { connectRealtime } from "#web/lib/socket.ts";
import { loadScreenPart } from "#web/lib/stale-chunks.ts";
import { persistOfflineCache } from "#web/pwa/offline-cache.ts";
import type { OfflineQueries } from "#web/pwa/offline-snapshot.ts";
import { Badge } from "#web/ui/badge.tsx";

const firstPage = ({ pages, pageParams }: InfiniteData<unknown>): InfiniteData<unknown> => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === "object" && data !== null && "pageParams" in data;

/** Readable offline: conversations and crushes. The crush buttons need the wallet for their cost. */
const OFFLINE_QUERIES: OfflineQueries = {
  lists: [messageKeys.conversations, ...CRUSH_LISTS.map(crushListKey), crushCountsKey, walletKey],
  conversationKey: messageKeys.allMessages,
  truncate: (data) => (isPaged(data) ? firstPage(data) : data),
  allowedMembers(list) {
    const conversations = list(messageKeys.conversations) as Conversation[] | undefined;
    const unmessaged = list(crushListKey("unmessaged")) as CrushPages | undefined;
    if (!conversations || !unmessaged) return undefined;
    const members = [...conversations.map((one) => one.otherUser), ...listEntries(unmessaged)];
    return new Set(members.map((member) => member._id));
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
  const file = await loadScreenPart(() => import("#web/domains/crushes/match-celebration.tsx"));
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
  const label = unseen >= UNSEEN_MAX ? `${UNSEEN_MAX - 1}+ new crushes` : counted(unseen, "new crush", "new crushes");
  return <Badge count={unseen} label={label} />;
}

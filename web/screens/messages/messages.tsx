import { EllipsisVertical } from "lucide-react";
import { lazy, type ReactNode, Suspense, use, useCallback, useState } from "react";
import { type Params, useLocation, useNavigate, useParams } from "react-router";
import type { Message } from "#contract/chat/messages.ts";
import { adviceStore } from "#web/domains/chat/advice/advice-store.ts";
import { DateCardContext } from "#web/domains/chat/bubbles/date-card-context.ts";
import type { GroupedMessage } from "#web/domains/chat/bubbles/message-groups.ts";
import { ReportMessageContext } from "#web/domains/chat/bubbles/use-message-actions.tsx";
import { conversationsQuery, useConversation } from "#web/domains/chat/conversation-list.queries.ts";
import { useIsEnded } from "#web/domains/chat/ended-conversations.queries.ts";
import { messagesQuery } from "#web/domains/chat/messages.queries.ts";
import { draftStore } from "#web/domains/chat/outbox/draft-store.ts";
import { sendDate } from "#web/domains/chat/outbox/outbox.ts";
import { type Recipient, useRecipient } from "#web/domains/chat/recipient.queries.ts";
import { crushListQuery } from "#web/domains/crushes/crushes.queries.ts";
import { useLeaveMember } from "#web/domains/moderation/reports/leave-member.ts";
import { MemberMenu } from "#web/domains/moderation/reports/member-menu.tsx";
import { ReportButton } from "#web/domains/moderation/reports/report-button.tsx";
import { ReportDialog } from "#web/domains/moderation/reports/report-dialog.tsx";
import { ReportDialogs } from "#web/domains/moderation/reports/report-dialogs.tsx";
import { useAppMenuItem } from "#web/domains/site/chrome/app-menu-item.tsx";
import { afterNavigation, focusHeading } from "#web/lib/after-navigation.ts";
import { queryClient } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { loadOptional } from "#web/lib/stale-chunks.ts";
import { focusPage } from "#web/pwa/focus-page.ts";
import { Chat } from "#web/screens/messages/chat.tsx";
import { ChatPlaceholder } from "#web/screens/messages/chat-placeholder.tsx";
import { AttachmentPicker } from "#web/screens/messages/composer/attachment-picker.tsx";
import { CompareSlot, DateButton, DateForms, DatePin, DateSlot } from "#web/screens/messages/dates/date-slot.tsx";
import { Sidebar } from "#web/screens/messages/list/sidebar.tsx";
import { useConversationActions } from "#web/screens/messages/list/use-conversation-actions.tsx";
import css from "#web/screens/messages/messages.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";

/** Below the list, so it need not load with it. */
const EnablePushCard = lazy(() =>
  loadOptional(() => import("#web/screens/messages/list/enable-push-card.tsx")).then((file) => ({
    default: file?.EnablePushCard ?? (() => null),
  })),
);

/** Requests the data before the first rendering. */
export const preload = ({ userId }: Params) => [
  ...(userId === undefined ? [] : [queryClient.prefetchInfiniteQuery(messagesQuery(userId))]),
  queryClient.prefetchQuery(conversationsQuery),
  queryClient.prefetchInfiniteQuery(crushListQuery("unmessaged")),
];

/** The list and the open conversation; on phones one of them. */
export function Component() {
  const { userId } = useParams();
  // The build renders the frame without a session.
  const me = useSession()?.user._id ?? (import.meta.env.SSR ? "" : undefined);
  if (me === undefined) return null;
  return (
    <div className={classNames(css.panes, userId !== undefined && css.open)}>
      {userId === undefined && <title>Messages · Spotter</title>}
      <div className={css.list}>
        <Sidebar
          me={me}
          current={userId}
          ask={({ username }) => (
            <Suspense>
              <EnablePushCard username={username} as={userId === undefined ? "h2" : "h3"} onGone={focusPage} />
            </Suspense>
          )}
        />
      </div>
      {userId === undefined ? (
        <div className={css.blank}>
          <ChatPlaceholder title="Welcome to your messages" text="Your conversations open here." size="d32" />
        </div>
      ) : (
        <MessageReports key={userId} userId={userId}>
          <WorkoutDates userId={userId} me={me}>
            <Chat
              userId={userId}
              me={me}
              attach={<AttachmentButton userId={userId} />}
              menu={<ChatMenu userId={userId} />}
              pinned={<DatePin userId={userId} me={me} />}
              report={(other) => <ReportMember other={other} />}
            />
          </WorkoutDates>
        </MessageReports>
      )}
      <ReportDialogs />
    </div>
  );
}

function AttachmentButton({ userId }: { userId: string }) {
  return (
    <>
      <AttachmentPicker userId={userId} />
      <DateButton userId={userId} />
    </>
  );
}

/** Adds the cards of workout dates, and their form. */
function WorkoutDates({ userId, me, children }: { userId: string; me: string; children: ReactNode }) {
  const username = useRecipient(userId)?.username ?? "Your match";
  const report = use(ReportMessageContext);
  const renderCard = useCallback(
    ({ message, outgoing, content }: GroupedMessage) => {
      const date = message?.date ?? outgoing?.date;
      const card = { me, userId, username, messageId: message?._id, outgoing, summary: content };
      return date && <DateSlot {...card} date={date} onReport={message && report && (() => report(message))} />;
    },
    [me, userId, username, report],
  );
  return (
    <DateCardContext value={renderCard}>
      {children}
      <DateForms me={me} userId={userId} onSend={sendDate} />
    </DateCardContext>
  );
}

/** Adds reports of single messages. */
function MessageReports({ userId, children }: { userId: string; children: ReactNode }) {
  const other = useRecipient(userId);
  const leave = useLeaveMember(userId, "/messages");
  // One dialog per message, so that each keeps its text while another is open.
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [openId, setOpenId] = useState<string>();
  const report = useCallback((message: Message) => {
    setMessages((all) => (all.some(({ _id }) => _id === message._id) ? all : [...all, message]));
    setOpenId(message._id);
  }, []);
  return (
    <ReportMessageContext value={report}>
      {children}
      {other &&
        messages.map(({ _id, seq }) => (
          <ReportDialog
            key={_id}
            member={other}
            messageId={_id}
            open={_id === openId}
            onClose={() => setOpenId(undefined)}
            // A report answers whether the message bothers.
            onSent={() => adviceStore.add(userId, { answeredSeq: seq })}
            onBlocked={leave}
          />
        ))}
    </ReportMessageContext>
  );
}

function ReportMember({ other }: { other: Recipient }) {
  return <ReportButton member={other} onBlocked={useLeaveMember(other._id, "/messages")} />;
}

/** Without a member to act on, as after the conversation has ended, it only the members' menu is left. */
function ChatMenu({ userId }: { userId: string }) {
  const other = useRecipient(userId);
  const leave = useLeaveMember(userId, "/messages");
  const appMenu = useAppMenuItem();
  const isEnded = useIsEnded(userId);
  const { data: conversation } = useConversation(userId);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const getActions = useConversationActions(() => {
    afterNavigation(pathname, focusHeading);
    void navigate("/messages");
  });
  if (other && !other.isGone && !isEnded) {
    return (
      <>
        <CompareSlot userId={userId} username={other.username} onTell={(line) => draftStore.append(userId, line)} />
        <MemberMenu
          variant="chat"
          member={other}
          isMatched
          items={conversation ? getActions(conversation) : []}
          furtherItems={appMenu}
          onEnded={leave}
        />
      </>
    );
  }
  if (appMenu.length === 0) return null;
  const trigger = (
    <IconButton label="More">
      <EllipsisVertical />
    </IconButton>
  );
  return <Menu trigger={trigger} items={appMenu} />;
}

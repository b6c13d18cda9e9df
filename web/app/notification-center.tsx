import { useEffect } from "react";
import { useLocation } from "react-router";
import { useConversations, useOlder, useUnreadCount } from "#web/domains/chat/conversation-list.queries.ts";
import { isConversationOpen } from "#web/domains/chat/tab-state.ts";
import { useUnseenCrushCount } from "#web/domains/crushes/crushes.queries.ts";
import type { NotificationToast } from "#web/domains/members/limits/toast-queue.ts";
import { LiveRegion } from "#web/domains/notifications/live-region.tsx";
import { NotificationToasts } from "#web/domains/notifications/notification-toasts.tsx";
import {
  closeOutdatedNotifications,
  useAppBadge,
  usePushNotifications,
} from "#web/domains/notifications/os-notifications.ts";
import { watchPresence } from "#web/domains/notifications/presence.ts";
import { useBackQuestions, useTrustedContacts } from "#web/domains/training/trusted-contacts.queries.ts";
import { useOnline } from "#web/lib/connection.ts";
import { useCountInTitle } from "#web/lib/count-in-title.ts";
import { stripEntrySource } from "#web/lib/entry-source.ts";
import type { Session } from "#web/lib/session.ts";
import { sendPresence } from "#web/lib/socket.ts";
import type { NotificationData } from "#web/worker/push.ts";

/** Causes whose content the open conversation shows. */
const TOLD_IN_CHAT: ReadonlySet<NotificationToast["cause"]> = new Set(["message", "workout_date"]);

/** Notifies a member by toasts in the visible tab, the title of all tabs, the app's badge and push. */
export function NotificationCenter({ login }: { login: Session }) {
  const { pathname } = useLocation();
  const unread = useUnreadCount();
  const unseen = useUnseenCrushCount();
  useEffect(() => watchPresence(sendPresence), []);
  useCountInTitle((unread ?? 0) + (unseen ?? 0));
  useAppBadge(unread === undefined || unseen === undefined ? undefined : unread + unseen);
  usePushNotifications(login, stripEntrySource);
  useCloseOutdatedNotifications(pathname, unseen);
  const isShown = ({ cause, from }: NotificationToast): boolean =>
    cause === "crush" ? pathname === "/crushes" : TOLD_IN_CHAT.has(cause) && isConversationOpen(from);
  return (
    <>
      <NotificationToasts isShown={isShown} />
      <LiveRegion />
    </>
  );
}

/**
 * Closes notifications whose subject was read here or on another device. Checks after each response of the server, on
 * navigation and when the page becomes visible. Offline data may be old, so it is not used.
 */
function useCloseOutdatedNotifications(pathname: string, unseen: number | undefined): void {
  const { data: conversations, dataUpdatedAt } = useConversations();
  const { unread: olderUnread } = useOlder();
  const online = useOnline();
  const { isSuccess } = useTrustedContacts();
  const isBack = useBackQuestions().length === 0 && isSuccess;
  useEffect(() => {
    if (!online || dataUpdatedAt === 0) return;
    /** Any unread message that is not loaded may be theirs. */
    const isUnread = (from: string) =>
      conversations === undefined ||
      (conversations.find(({ otherUser }) => otherUser._id === from)?.unreadCount ?? olderUnread) > 0;
    const rules: Partial<Record<NotificationData["cause"], (data: NotificationData) => boolean>> = {
      message: ({ from }) => !isUnread(from),
      crush: () => unseen === 0,
      back_safe: () => isBack,
      match: () => pathname.startsWith("/messages"),
      unknown: () => true,
    };
    /** Other notifications are outdated once their screen is open. */
    const isOutdated = (data: NotificationData) =>
      rules[data.cause]?.(data) ?? new URL(data.url, location.origin).pathname === pathname;
    const closeOutdated = () => void closeOutdatedNotifications(isOutdated).catch(() => undefined);
    const onVisibilityChange = () => document.visibilityState === "visible" && closeOutdated();
    closeOutdated();
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => document.removeEventListener("visibilitychange", onVisibilityChange);
  }, [conversations, olderUnread, dataUpdatedAt, unseen, pathname, online, isBack]);
}

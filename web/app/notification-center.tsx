import { useEffect } from "react";
import { useLocation } from "react-router";
import { useUnseenCrushCount } from "#web/features/crushes/crushes.queries.ts";
import type { NotificationToast } from "#web/features/members/toast-queue.ts";
import { useConversations, useUnreadCount } from "#web/features/messages/messages.queries.ts";
import { isConversationOpen } from "#web/features/messages/tab-state.ts";
import { LiveRegion } from "#web/features/notifications/announcer.tsx";
import { NotificationToasts } from "#web/features/notifications/notification-toasts.tsx";
import {
  closeOutdatedNotifications,
  useAppBadge,
  usePushNotifications,
} from "#web/features/notifications/os-notifications.ts";
import { watchPresence } from "#web/features/notifications/presence.ts";
import { useOnline } from "#web/lib/connection.ts";
import { useCountInTitle } from "#web/lib/count-in-title.ts";
import { stripEntrySource } from "#web/lib/entry-source.ts";
import type { Session } from "#web/lib/session.ts";
import { sendPresence } from "#web/lib/socket.ts";

/**
 * How a member is told of what happens: in the tab that they look at by toasts, in every tab by its title, and beyond the app
 * by its icon and by pushes. Mounted once, while somebody is logged in.
 */
export function NotificationCenter({ login }: { login: Session }) {
  const { pathname } = useLocation();
  const unread = useUnreadCount();
  const unseen = useUnseenCrushCount();
  useEffect(() => watchPresence(sendPresence), []);
  useCountInTitle((unread ?? 0) + (unseen ?? 0));
  useAppBadge(unread === undefined || unseen === undefined ? undefined : unread + unseen);
  usePushNotifications(login, stripEntrySource);
  useCloseOutdatedNotifications(pathname, unseen);
  const isShown = ({ kind, from }: NotificationToast): boolean =>
    kind === "message" ? isConversationOpen(from) : kind === "crush" && pathname === "/crushes";
  return (
    <>
      <NotificationToasts isShown={isShown} />
      <LiveRegion />
    </>
  );
}

/**
 * Takes away notifications of what has been looked at, here or elsewhere: with each answer of the server, on the way to a screen,
 * and when the page is looked at again, since they may have come meanwhile. What is read without a network knows nothing of that.
 */
function useCloseOutdatedNotifications(pathname: string, unseen: number | undefined): void {
  const { data: conversations, dataUpdatedAt } = useConversations();
  const online = useOnline();
  useEffect(() => {
    if (!online || dataUpdatedAt === 0) return;
    const isUnread = (from: string) =>
      conversations?.some((one) => one.otherUser._id === from && one.unreadCount > 0) ?? true;
    const isOld = {
      message: ({ from }: { from: string }) => !isUnread(from),
      crush: () => unseen === 0,
      match: () => pathname.startsWith("/messages"),
      low_balance: () => pathname === "/profile",
      unknown: () => true,
    };
    const tidy = () => void closeOutdatedNotifications((about) => isOld[about.kind](about)).catch(() => undefined);
    const look = () => document.visibilityState === "visible" && tidy();
    tidy();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [conversations, dataUpdatedAt, unseen, pathname, online]);
}

import { useEffect } from "react";
import { useLocation } from "react-router";
import { useCrushNews } from "#web/features/crushes/crushes.api.ts";
import { useConversations, useUnread } from "#web/features/messages/messages.api.ts";
import { isWatched } from "#web/features/messages/watching.ts";
import { watchLooking } from "#web/features/notifications/looking.ts";
import type { News } from "#web/features/notifications/news.ts";
import { NewsSaid } from "#web/features/notifications/news-said-aloud.tsx";
import { NewsToasts } from "#web/features/notifications/news-toasts.tsx";
import { closeShown } from "#web/features/notifications/notices-shown.ts";
import { useAppBadge } from "#web/features/notifications/use-app-badge.ts";
import { usePushes } from "#web/features/notifications/use-pushes.ts";
import { useOnline } from "#web/lib/connection.ts";
import { useCountInTitle } from "#web/lib/count-in-title.ts";
import { unmarked } from "#web/lib/marked-address.ts";
import type { Session } from "#web/lib/session.ts";
import { sayLooking } from "#web/lib/socket.ts";

/**
 * How a member is told of what happens: in the tab that they look at by toasts, in every tab by its title, and beyond the app
 * by its icon and by pushes. Mounted once, while somebody is logged in.
 */
export function Notifying({ login }: { login: Session }) {
  const { pathname } = useLocation();
  const unread = useUnread();
  const unseen = useCrushNews();
  useEffect(() => watchLooking(sayLooking), []);
  useCountInTitle((unread ?? 0) + (unseen ?? 0));
  useAppBadge(unread === undefined || unseen === undefined ? undefined : unread + unseen);
  usePushes(login, unmarked);
  useTidying(pathname, unseen);
  const isShown = ({ kind, from }: News): boolean =>
    kind === "message" ? isWatched(from) : kind === "crush" && pathname === "/crushes";
  return (
    <>
      <NewsToasts isShown={isShown} />
      <NewsSaid />
    </>
  );
}

/**
 * Takes away notifications of what has been looked at, here or elsewhere: with each answer of the server, on the way to a screen,
 * and when the page is looked at again, since they may have come meanwhile. What is read without a network knows nothing of that.
 */
function useTidying(pathname: string, unseen: number | undefined): void {
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
    const tidy = () => void closeShown((about) => isOld[about.kind](about)).catch(() => undefined);
    const look = () => document.visibilityState === "visible" && tidy();
    tidy();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [conversations, dataUpdatedAt, unseen, pathname, online]);
}

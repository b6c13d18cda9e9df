import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { getToastKey, type NotificationToast, TOAST_KINDS } from "#web/features/members/toast-queue.ts";
import { announce } from "#web/features/notifications/announcer.tsx";
import { attachToastHost } from "#web/features/notifications/toast-delivery.ts";
import { dismissToastsByTopic, toast } from "#web/ui/toast.tsx";

function show(all: readonly NotificationToast[]): void {
  for (const news of all) {
    const about = getToastKey(news);
    const way = (
      <Link to={news.to} onClick={() => dismissToastsByTopic(about)}>
        {news.linkLabel}
      </Link>
    );
    toast(news.text, "news", about, way);
  }
  announce(all.map(({ text: words }) => words).join(". "));
}

/**
 * Shows as toasts what a member is told while they look at this tab; mounted once, while somebody is logged in.
 * @param isShown whether the screen itself shows it
 */
export function NotificationToasts({ isShown }: { isShown: (news: NotificationToast) => boolean }) {
  const cache = useQueryClient();
  const ask = useEffectEvent(isShown);
  useEffect(() => {
    const stop = attachToastHost({ cache, show, isShown: (news) => ask(news) });
    return () => {
      stop();
      // They name others, and the login is over.
      for (const kind of TOAST_KINDS) dismissToastsByTopic(kind);
    };
  }, [cache]);
  return null;
}

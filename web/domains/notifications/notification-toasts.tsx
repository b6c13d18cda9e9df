import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { EVENT_CAUSE_NAMES } from "#contract/notifications/notification-causes.ts";
import { getToastKey, type NotificationToast } from "#web/domains/members/limits/toast-queue.ts";
import { attachToastHost } from "#web/domains/notifications/toast-delivery.ts";
import { announce } from "#web/ui/announcer.ts";
import { Link } from "#web/ui/link.tsx";
import { dismissToastsByTopic, toast } from "#web/ui/toast.tsx";

function show(all: readonly NotificationToast[]): void {
  for (const notification of all) {
    const topic = getToastKey(notification);
    const link = (
      <Link to={notification.to} onClick={() => dismissToastsByTopic(topic)}>
        {notification.linkLabel}
      </Link>
    );
    toast(notification.text, "news", topic, link);
  }
  announce(all.map(({ text }) => text).join(". "));
}

/** In the active tab. Mounted once per session. @param isShown whether the current screen shows the same content */
export function NotificationToasts({ isShown }: { isShown: (notification: NotificationToast) => boolean }) {
  const cache = useQueryClient();
  const checkShown = useEffectEvent(isShown);
  useEffect(() => {
    const detach = attachToastHost({ cache, show, isShown: (notification) => checkShown(notification) });
    return () => {
      detach();
      // The toasts contain other members' names and the session has ended.
      for (const cause of EVENT_CAUSE_NAMES) dismissToastsByTopic(cause);
    };
  }, [cache]);
  return null;
}

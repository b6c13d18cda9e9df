import type { QueryClient } from "@tanstack/react-query";
import { otherMemberId } from "#contract/chat/conversations.ts";
import type { Message } from "#contract/chat/messages.ts";
import { unlessMuted } from "#web/domains/chat/conversation-list.queries.ts";
import { dismissToasts, getToastKey } from "#web/domains/members/limits/toast-queue.ts";
import { queueToast } from "#web/domains/notifications/toast-delivery.ts";
import type { EventHandlers } from "#web/lib/realtime-handlers.ts";
import { loadOptional } from "#web/lib/stale-chunks.ts";

const loadNews = () => loadOptional(() => import("#web/domains/training/date-news.ts"));

/** Shows what the other member has done with a workout date, unless its conversation is muted. */
function queueDateToast(cache: QueryClient, other: string, { date, sender }: Message, rev: number): void {
  if (!date) return;
  unlessMuted(cache, other, rev, (known) => {
    const username = known?.otherUser.username ?? (sender._id === other ? sender.username : "Your match");
    queueToast(
      {
        cause: "workout_date",
        from: other,
        text: `${username} has news about your workout`,
        to: `/messages/${other}`,
        linkLabel: "Open chat",
      },
      async () => (await loadNews())?.describeNews(date, { _id: other, username }, Date.now()),
    );
  });
}

/** Toasts about workout dates: the latest news of each conversation, until it is opened or answered on any device. */
export const dateToastsLive: EventHandlers = {
  new_message: ({ message, rev }, cache, me) => {
    if (message.sender._id !== me) queueDateToast(cache, message.sender._id, message, rev);
  },
  message_changed: ({ conversationId, message, by, rev }, cache, me) => {
    const from = otherMemberId(conversationId, me) ?? "";
    if (by === me) dismissToasts(getToastKey({ cause: "workout_date", from }));
    else if (by !== undefined) queueDateToast(cache, by, message, rev);
  },
};

import { otherMemberId } from "#contract/chat/conversations.ts";
import { formatCrushes } from "#contract/words.ts";
import { unlessMuted } from "#web/domains/chat/conversation-list.queries.ts";
import {
  dismissMemberToasts,
  dismissToasts,
  getCrushKey,
  getToastKey,
} from "#web/domains/members/limits/toast-queue.ts";
import { queueToast } from "#web/domains/notifications/toast-delivery.ts";
import type { EventHandlers } from "#web/lib/realtime-handlers.ts";

const getOtherId = (conversationId: string, me: string): string => otherMemberId(conversationId, me) ?? "";

function dismissReadToasts(from: string): void {
  for (const cause of ["message", "workout_date"] as const) dismissToasts(getToastKey({ cause, from }));
}

/** With more credits left, the counter's outline and the wallet show that the balance is low. */
const TOAST_BALANCE_MAX = 2;

/** Events that are shown as toasts. A match has its own celebration instead, and workout dates `date-toasts.ts`. */
export const notificationsLive: EventHandlers = {
  new_message: ({ message: { sender, date }, isRepeat, rev }, cache, me) => {
    if (isRepeat || date || sender._id === me) return;
    unlessMuted(cache, sender._id, rev, (conversation) => {
      // Read before it was loaded.
      if (conversation?.unreadCount === 0) return;
      queueToast({
        cause: "message",
        from: sender._id,
        text: `New message from ${sender.username}`,
        to: `/messages/${sender._id}`,
        linkLabel: "Open chat",
      });
    });
  },
  crush_received: ({ from: { _id, username } }) =>
    queueToast({
      cause: "crush",
      from: _id,
      text: `${username} sent you a crush`,
      to: "/crushes",
      linkLabel: "See it",
    }),
  matched: ({ with: { _id } }) => dismissToasts(getCrushKey(_id)),
  balance_low: ({ balance }) => {
    if (balance > TOAST_BALANCE_MAX) return;
    const text = `${formatCrushes(balance)} left.`;
    queueToast({ cause: "low_balance", from: "", text, to: "/profile#crushes", linkLabel: "Get more" });
  },
  messages_read: ({ conversationId, readerId }, _, me) => {
    if (readerId === me) dismissReadToasts(getOtherId(conversationId, me));
  },
  read_privately: ({ conversationId }, _, me) => dismissReadToasts(getOtherId(conversationId, me)),
  crushes_seen: () => dismissToasts(getCrushKey()),
  relationship_ended: ({ userId }) => dismissMemberToasts(userId),
  member_deleted: ({ userId }) => dismissMemberToasts(userId),
};

import { getToastKey, queueToast, removeQueuedToasts } from "#web/features/notifications/toast-queue.ts";
import type { Live } from "#web/lib/live.ts";
import { hush } from "#web/ui/toast.tsx";

const getMessageKey = (from: string): string => getToastKey({ kind: "message", from });
const getCrushKey = (from = ""): string => getToastKey({ kind: "crush", from });

/** The other one of a conversation. */
const getOtherId = (conversationId: string, me: string): string =>
  conversationId.split("_").find((id) => id !== me) ?? "";

/** What has been looked at, or is over, is no news any more. @param about all that begins so */
function dismissToasts(about: string): void {
  removeQueuedToasts(about);
  hush(about);
}
function dismissMemberToasts(userId: string): void {
  dismissToasts(getMessageKey(userId));
  dismissToasts(getCrushKey(userId));
}

/** What a member is told in the app while they look at it. Of a match the moment of its own tells. */
export const notificationsLive: Live = {
  new_message: ({ message: { sender } }, _, me) => {
    if (sender._id === me) return;
    const words = `New message from ${sender.username}`;
    queueToast({
      kind: "message",
      from: sender._id,
      text: words,
      to: `/messages/${sender._id}`,
      linkLabel: "Open chat",
    });
  },
  crush_received: ({ from: { _id, username } }) =>
    queueToast({ kind: "crush", from: _id, text: `${username} sent you a crush`, to: "/crushes", linkLabel: "See it" }),
  matched: ({ with: { _id } }) => dismissToasts(getCrushKey(_id)),
  balance_low: ({ balance }) => {
    const words = balance === 1 ? "1 crush left." : `${balance} crushes left.`;
    queueToast({ kind: "balance", from: "", text: words, to: "/profile#crushes", linkLabel: "Get more" });
  },
  messages_read: ({ conversationId, readerId }, _, me) => {
    if (readerId === me) dismissToasts(getMessageKey(getOtherId(conversationId, me)));
  },
  read_privately: ({ conversationId }, _, me) => dismissToasts(getMessageKey(getOtherId(conversationId, me))),
  crushes_seen: () => dismissToasts(getCrushKey()),
  relationship_ended: ({ userId }) => dismissMemberToasts(userId),
  member_deleted: ({ userId }) => dismissMemberToasts(userId),
};

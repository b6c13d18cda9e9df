import { aboutOf, dropNews, tellNews } from "#web/features/notifications/news.ts";
import type { Live } from "#web/lib/live.ts";
import { hush } from "#web/ui/toast.tsx";

const ofMessage = (from: string): string => aboutOf({ kind: "message", from });
const ofCrush = (from = ""): string => aboutOf({ kind: "crush", from });

/** The other one of a conversation. */
const otherIn = (conversationId: string, me: string): string => conversationId.split("_").find((id) => id !== me) ?? "";

/** What has been looked at, or is over, is no news any more. @param about all that begins so */
function forget(about: string): void {
  dropNews(about);
  hush(about);
}
function forgetMember(userId: string): void {
  forget(ofMessage(userId));
  forget(ofCrush(userId));
}

/** What a member is told in the app while they look at it. Of a match the moment of its own tells. */
export const newsLive: Live = {
  new_message: ({ message: { sender } }, _, me) => {
    if (sender._id === me) return;
    const words = `New message from ${sender.username}`;
    tellNews({ kind: "message", from: sender._id, words, to: `/messages/${sender._id}`, way: "Open chat" });
  },
  crush_received: ({ from: { _id, username } }) =>
    tellNews({ kind: "crush", from: _id, words: `${username} sent you a crush`, to: "/crushes", way: "See it" }),
  matched: ({ with: { _id } }) => forget(ofCrush(_id)),
  balance_low: ({ balance }) => {
    const words = balance === 1 ? "1 crush left." : `${balance} crushes left.`;
    tellNews({ kind: "balance", from: "", words, to: "/profile#crushes", way: "Get more" });
  },
  messages_read: ({ conversationId, readerId }, _, me) => {
    if (readerId === me) forget(ofMessage(otherIn(conversationId, me)));
  },
  read_untold: ({ conversationId }, _, me) => forget(ofMessage(otherIn(conversationId, me))),
  crushes_seen: () => forget(ofCrush()),
  contact_ended: ({ userId }) => forgetMember(userId),
  member_gone: ({ userId }) => forgetMember(userId),
};

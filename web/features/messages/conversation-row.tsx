import { Camera } from "lucide-react";
import { Link } from "react-router";
import type { Conversation } from "#contract/messages.ts";
import { Avatar } from "#web/features/members/avatar.tsx";
import { DemoTag } from "#web/features/members/demo-tag.tsx";
import { RelativeTime } from "#web/features/messages/relative-time.tsx";
import css from "#web/features/messages/sidebar.module.css";
import { Badge } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import type from "#web/ui/type.module.css";

interface Props {
  conversation: Conversation;
  me: string;
  isTyping: boolean;
  isCurrent: boolean;
}

/** One conversation in the list: who, the last message, when, and what is unread. */
export function ConversationRow({ conversation, me, isTyping: typing, isCurrent: current }: Props) {
  const { otherUser, unreadCount, lastMessage } = conversation;
  return (
    <Link
      className={classNames(css.row, unreadCount > 0 && css.unread)}
      to={`/messages/${otherUser._id}`}
      aria-current={current ? "page" : undefined}
    >
      <Avatar member={otherUser} size={56} className={css.face} />
      <span className={css.name}>
        <span className={type.cut}>{otherUser.username}</span>
        {otherUser.isDemo && <DemoTag on="page" />}
      </span>
      {lastMessage ? <RelativeTime time={lastMessage.createdAt} className={css.time} /> : <span />}
      <span className={classNames(css.preview, type.cut)}>
        {typing ? (
          <span className={css.typing}>typing...</span>
        ) : otherUser.isGone && !lastMessage ? (
          "Their messages are gone."
        ) : (
          lastMessage && <LastMessagePreview last={lastMessage} own={lastMessage.sender._id === me} />
        )}
      </span>
      <span className={css.count}>
        <Badge count={unreadCount} label={unreadCount === 1 ? "1 unread message" : `${unreadCount} unread messages`} />
      </span>
    </Link>
  );
}

function LastMessagePreview({ last, own }: { last: NonNullable<Conversation["lastMessage"]>; own: boolean }) {
  return (
    <>
      {own && "You: "}
      {last.messageType === "image" ? (
        <>
          <span className={type.hidden}>📷 </span>
          <Camera className={css.camera} aria-hidden="true" />
          Photo
        </>
      ) : (
        last.content
      )}
    </>
  );
}

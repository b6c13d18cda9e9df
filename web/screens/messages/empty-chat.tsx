import { formatList } from "#contract/format.ts";
import { sendText } from "#web/domains/chat/outbox/outbox.ts";
import { useMember } from "#web/domains/members/member.queries.ts";
import { BreakableName } from "#web/domains/members/names/breakable-name.tsx";
import { OpenerList } from "#web/domains/members/opener-list.tsx";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { ChatPlaceholder } from "#web/screens/messages/chat-placeholder.tsx";

/** Suggests a first message about shared interests. */
export function EmptyChat({ userId, username, canWrite }: { userId: string; username: string; canWrite: boolean }) {
  const own = useOwnProfile();
  const other = useMember(userId);
  const theirs = other.data?.user.profile.interests ?? [];
  const shared = (own.data?.profile.interests ?? []).filter((interest) => theirs.includes(interest)).slice(0, 3);
  const isLoading = own.isPending || other.isPending;
  return (
    <ChatPlaceholder
      title={
        <>
          {canWrite ? "Say hello to" : "You matched with"} <BreakableName username={username} />!
        </>
      }
      text={
        !canWrite
          ? "You can say hello once you can send again."
          : shared.length > 0
            ? `You both like ${formatList(shared)}. Start there.`
            : isLoading
              ? "\u00a0"
              : "You matched. Say something first."
      }
    >
      {canWrite && <OpenerList memberId={userId} onSend={(text) => sendText(userId, text)} />}
    </ChatPlaceholder>
  );
}

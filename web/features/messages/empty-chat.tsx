import { BreakableName } from "#web/features/members/breakable-name.tsx";
import { useMember } from "#web/features/members/member.api.ts";
import { useOwnProfile } from "#web/features/members/own-profile.ts";
import { ChatPlaceholder } from "#web/features/messages/chat-placeholder.tsx";

/** 'Hiking', 'Hiking and Yoga', 'Hiking, Yoga and Boxing'. */
const listFormat = new Intl.ListFormat("en-US", { style: "long", type: "conjunction" });

/** The empty chat: a nudge, with what both like if there is anything. */
export function EmptyChat({ userId, username }: { userId: string; username: string }) {
  const own = useOwnProfile();
  const other = useMember(userId);
  const theirs = other.data?.user.profile.interests ?? [];
  const shared = (own.data?.profile.interests ?? []).filter((interest) => theirs.includes(interest)).slice(0, 3);
  const asking = own.isPending || other.isPending;
  return (
    <ChatPlaceholder
      title={
        <>
          Say hello to <BreakableName username={username} />!
        </>
      }
      text={
        shared.length > 0
          ? `You both like ${listFormat.format(shared)}. Start there.`
          : // Nothing is said before it is known, but its line is kept.
            asking
            ? "\u00a0"
            : "You matched. Say something first."
      }
    />
  );
}

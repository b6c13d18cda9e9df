import { useParams } from "react-router";
import { Chat } from "#web/features/messages/chat.tsx";
import { ImageSender } from "#web/features/messages/image-sender.tsx";
import { Sidebar } from "#web/features/messages/sidebar.tsx";
import { type Other, useOther } from "#web/features/messages/use-other.ts";
import { Welcome } from "#web/features/messages/welcome.tsx";
import { MoreMenu } from "#web/features/safety/more-menu.tsx";
import { ReportButton } from "#web/features/safety/report-button.tsx";
import { useSession } from "#web/lib/session.ts";
import { useLeaveMember } from "#web/routes/leave-member.ts";
import css from "#web/routes/messages.module.css";
import { useImagePurse } from "#web/routes/purse.ts";
import { classNames } from "#web/ui/class-names.ts";

/** The conversations, and beside them (on a phone: in their place) the one that is open. */
export function Component() {
  const { userId } = useParams();
  const me = useSession()?.user._id;
  if (me === undefined) return null;
  return (
    <div className={classNames(css.panes, userId !== undefined && css.open)}>
      {userId === undefined && <title>Messages · Spotter</title>}
      <div className={css.list}>
        <Sidebar me={me} current={userId} />
      </div>
      {userId === undefined ? (
        <div className={css.blank}>
          <Welcome title="Welcome to your messages" text="Your conversations open here." size="d32" />
        </div>
      ) : (
        <Chat
          key={userId}
          userId={userId}
          me={me}
          attach={<Images userId={userId} />}
          menu={<More userId={userId} />}
          report={(other) => <Report other={other} />}
        />
      )}
    </div>
  );
}

function Images({ userId }: { userId: string }) {
  return <ImageSender userId={userId} purse={useImagePurse()} />;
}

function Report({ other }: { other: Other }) {
  return <ReportButton member={other} onBlocked={useLeaveMember(other._id, "/messages")} />;
}

function More({ userId }: { userId: string }) {
  const other = useOther(userId);
  const leave = useLeaveMember(userId, "/messages");
  if (!other) return null;
  return <MoreMenu look="chat" member={other} matched onEnded={leave} />;
}

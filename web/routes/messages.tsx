import { type ReactNode, useCallback, useState } from "react";
import { useParams } from "react-router";
import type { Message } from "#contract/messages.ts";
import { Chat } from "#web/features/messages/chat.tsx";
import { ImageSender } from "#web/features/messages/image-sender.tsx";
import { ReportMessage } from "#web/features/messages/report-message.ts";
import { Sidebar } from "#web/features/messages/sidebar.tsx";
import { type Other, useOther } from "#web/features/messages/use-other.ts";
import { Welcome } from "#web/features/messages/welcome.tsx";
import { HearCard } from "#web/features/notifications/hear-card.tsx";
import { MoreMenu } from "#web/features/safety/more-menu.tsx";
import { ReportButton } from "#web/features/safety/report-button.tsx";
import { ReportDialog } from "#web/features/safety/report-dialog.tsx";
import { ReportHost } from "#web/features/safety/report-host.tsx";
import { useSession } from "#web/lib/session.ts";
import { focusPage } from "#web/pwa/focus-page.ts";
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
        <Sidebar
          me={me}
          current={userId}
          ask={({ username }) => (
            <HearCard username={username} as={userId === undefined ? "h2" : "h3"} onGone={focusPage} />
          )}
        />
      </div>
      {userId === undefined ? (
        <div className={css.blank}>
          <Welcome title="Welcome to your messages" text="Your conversations open here." size="d32" />
        </div>
      ) : (
        <Reporting key={userId} userId={userId}>
          <Chat
            userId={userId}
            me={me}
            attach={<Images userId={userId} />}
            menu={<More userId={userId} />}
            report={(other) => <Report other={other} />}
          />
        </Reporting>
      )}
      <ReportHost />
    </div>
  );
}

function Images({ userId }: { userId: string }) {
  return <ImageSender userId={userId} purse={useImagePurse()} />;
}

/** Lets each message of the other's be reported by itself. */
function Reporting({ userId, children }: { userId: string; children: ReactNode }) {
  const other = useOther(userId);
  const leave = useLeaveMember(userId, "/messages");
  // What was said of one stays while another is looked at.
  const [messageIds, setMessageIds] = useState<readonly string[]>([]);
  const [openId, setOpenId] = useState<string>();
  const report = useCallback(({ _id }: Message) => {
    setMessageIds((ids) => (ids.includes(_id) ? ids : [...ids, _id]));
    setOpenId(_id);
  }, []);
  return (
    <ReportMessage value={report}>
      {children}
      {other &&
        messageIds.map((id) => (
          <ReportDialog
            key={id}
            member={other}
            messageId={id}
            open={id === openId}
            onClose={() => setOpenId(undefined)}
            onBlocked={leave}
          />
        ))}
    </ReportMessage>
  );
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

import { Clock } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { CrushListEntry } from "#contract/crushes/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { CrushButton } from "#web/domains/crushes/crush-button.tsx";
import type { CrushCredits } from "#web/domains/crushes/crush-credits.ts";
import { CrushSubject } from "#web/domains/crushes/crush-subject.tsx";
import { DemoTag } from "#web/domains/members/names/demo-tag.tsx";
import { MemberName } from "#web/domains/members/names/name.tsx";
import { PassButton } from "#web/domains/members/pass-button.tsx";
import { MemberPhoto, type PhotoPriority } from "#web/domains/members/photos/photo.tsx";
import { CRUSH_CARD_SIZES } from "#web/domains/members/photos/photo-sizes.ts";
import { usePhotoTransition } from "#web/domains/members/photos/view-transition-photo.ts";
import css from "#web/screens/crushes/crush-card.module.css";
import type { CrushTabId } from "#web/screens/crushes/crush-tabs.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  member: CrushListEntry;
  tab: CrushTabId;
  credits: CrushCredits;
  onPass: (member: MemberSummary) => void;
  priority: PhotoPriority | undefined;
}

export function CrushCard({ member, tab, credits, onPass, priority }: Props) {
  const nameId = useId();
  const { _id, username, isDemo, profile } = member;
  const photo = profile.photos[0];
  const { link, previewSrc } = usePhotoTransition(_id, username, photo);
  return (
    <article className={css.card} aria-labelledby={nameId}>
      <Link to={`/profile/${_id}`} className={css.photo} {...link}>
        <MemberPhoto
          photo={photo}
          previewSrc={previewSrc}
          username={username}
          sizes={CRUSH_CARD_SIZES}
          priority={priority}
          className={css.frame}
          named
        >
          {isDemo && (
            <span className={css.demo}>
              <DemoTag />
            </span>
          )}
          <div className={css.caption}>
            <h2 id={nameId}>
              <MemberName username={username} age={profile.age} className={css.name} />
            </h2>
            <p className={classNames(typography.small, typography.cut)}>{profile.location}</p>
          </div>
        </MemberPhoto>
      </Link>
      {tab === "received" && !member.isMatch && <PassButton member={member} onPass={onPass} className={css.pass} />}
      {tab === "received" && member.about && !member.isMatch && (
        <CrushSubject about={member.about} className={css.subject} />
      )}
      {renderActions(tab, { member, credits, nameId })}
    </article>
  );
}

interface ActionsProps {
  member: CrushListEntry;
  credits: CrushCredits;
  nameId: string;
}

function renderActions(tab: CrushTabId, { member, credits, nameId }: ActionsProps): ReactNode {
  const chat = `/messages/${member._id}`;
  const viewProfile = (
    <ButtonLink variant="text" to={`/profile/${member._id}`} aria-describedby={nameId}>
      View Profile
    </ButtonLink>
  );
  const sendMessage = (
    <ButtonLink to={chat} aria-describedby={nameId}>
      Send Message
    </ButtonLink>
  );
  switch (tab) {
    case "received":
      return (
        <div className={css.two}>
          {member.isMatch && sendMessage}
          <CrushButton
            member={member}
            isSent={member.isMatch}
            isAnswer
            credits={credits}
            label="Send Crush Back"
            sentLabel="Crush Sent ✓"
            describedBy={nameId}
          />
          {viewProfile}
        </div>
      );
    case "sent":
      return (
        <p className={css.state}>
          <Clock className={typography.desktop} aria-hidden="true" />
          Waiting for response...
        </p>
      );
    case "matches":
      return (
        <div className={css.two}>
          {sendMessage}
          {viewProfile}
        </div>
      );
    case "active":
      return (
        <>
          <p className={css.state}>
            <i className={css.dot} />
            Actively chatting
          </p>
          <ButtonLink variant="line" wide to={chat} aria-describedby={nameId}>
            Continue Chat
          </ButtonLink>
        </>
      );
  }
}

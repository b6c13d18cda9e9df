import { Heart } from "lucide-react";
import { useEffect } from "react";
import type { MemberView } from "#contract/discovery/discovery.ts";
import { isPrompt } from "#contract/members/catalog.ts";
import { CrushSubject } from "#web/domains/crushes/crush-subject.tsx";
import { useUndoPass } from "#web/domains/discovery/use-pass.ts";
import { DailyLimitNotice } from "#web/domains/members/limits/daily-limit-notice.tsx";
import { formatNewPeopleLimit, formatProfilesLimit, useRemaining } from "#web/domains/members/limits/daily-limits.ts";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { ProfileDetails } from "#web/domains/members/profile-details.tsx";
import { useLeaveMember } from "#web/domains/moderation/reports/leave-member.ts";
import { ReportButton } from "#web/domains/moderation/reports/report-button.tsx";
import { focusHeading } from "#web/lib/after-navigation.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { useCrushAbout } from "#web/screens/profile-view/crush-about-button.tsx";
import { ProfileMenu } from "#web/screens/profile-view/profile-navigation.tsx";
import css from "#web/screens/profile-view/profile-view.module.css";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";

interface Props {
  view: MemberView;
  /** The focused button is gone, so the name gets the focus. */
  unblocked: boolean;
}

/** The details of a profile, and what is between the two members. */
export function ProfileSheet({ view, unblocked }: Props) {
  useEffect(() => {
    if (unblocked) focusHeading();
  }, [unblocked]);
  const ownInterests = useOwnProfile().data?.profile.interests ?? [];
  const leave = useLeaveMember(view.user._id, "/browse");
  const renderAbout = useCrushAbout(view);
  return (
    <>
      <title>{`${view.user.username} · Spotter`}</title>
      <RemainingToday view={view} />
      <Standing view={view} />
      <div className={css.details}>
        <ProfileMenu view={view} />
        <ProfileDetails
          view={view}
          ownInterests={ownInterests}
          answerAction={(question) => isPrompt(question) && renderAbout({ kind: "prompt", question }, "line")}
          report={<ReportButton member={view.user} onBlocked={leave} />}
        />
      </div>
    </>
  );
}

/** Not to be seen on the profile itself: their crush, or my "Not now". */
function Standing({ view }: { view: MemberView }) {
  const { user, crushSent, crushedOnMe, crushAbout, passedUntil, isMatch } = view;
  const undoPass = useUndoPass(user._id);
  if (passedUntil !== null) {
    return (
      <p className={css.standing}>
        <span>Rests until {formatDate(passedUntil)}.</span>
        <Button
          variant="text"
          busy={undoPass.isPending ? "Showing..." : undefined}
          onClick={() => undoPass.mutate(undefined, { onSuccess: focusHeading })}
        >
          Show again
        </Button>
      </p>
    );
  }
  if (!crushedOnMe || crushSent || isMatch) return null;
  return (
    <div className={css.standing}>
      <Chip variant="crush" size="sm" icon={<Heart aria-hidden="true" />}>
        Crushed on you
      </Chip>
      <p>Crush back, and it is a match.</p>
      {crushAbout && <CrushSubject about={crushAbout} className={css.subject} />}
    </div>
  );
}

/** Shown when little is left of a daily limit. */
function RemainingToday({ view: { crushSent, isMatch, profiles } }: { view: MemberView }) {
  const newPeople = useRemaining("newPeople");
  const text =
    newPeople && !crushSent && !isMatch ? formatNewPeopleLimit(newPeople) : profiles && formatProfilesLimit(profiles);
  return <DailyLimitNotice text={text} className={css.leftToday} />;
}

import { useEffect } from "react";
import { useUnblockMember } from "#web/domains/moderation/reports/unblock.queries.ts";
import { focusHeading } from "#web/lib/after-navigation.ts";
import { UnavailableIllustration } from "#web/screens/profile-view/profile-placeholders.tsx";
import css from "#web/screens/profile-view/profile-view.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";

export const DailyLimitReached = ({ text }: { text: string }) => (
  <>
    <title>Profile · Spotter</title>
    <EmptyState
      level={1}
      className={css.unknown}
      art={<UnavailableIllustration />}
      title="That's all for today"
      text={`${text} Whoever sent you a crush, and your matches, stay open to you.`}
      action={<BackToBrowse />}
    />
  </>
);

const BackToBrowse = () => (
  <ButtonLink variant="line" size="lg" to="/browse">
    Back to Browse
  </ButtonLink>
);

/** If the profile disappeared with the focused element, focuses the heading, which explains why. */
function useFocusHeading(wasShown: boolean): void {
  useEffect(() => {
    if (wasShown && document.activeElement === document.body) focusHeading();
  }, [wasShown]);
}

export function UnknownMember({ wasShown }: { wasShown: boolean }) {
  useFocusHeading(wasShown);
  return (
    <>
      <title>Profile not found · Spotter</title>
      <EmptyState
        level={1}
        className={css.unknown}
        art={<UnavailableIllustration />}
        title="Profile not found"
        text="This member is not on Spotter any more, or the link is not quite right."
        action={
          <ButtonLink size="lg" to="/crushes">
            Back to My Crushes
          </ButtonLink>
        }
      />
    </>
  );
}

interface BlockedProps {
  userId: string;
  wasShown: boolean;
  onUnblocked: () => void;
}

export function BlockedMember({ userId, wasShown, onUnblocked }: BlockedProps) {
  useFocusHeading(wasShown);
  return (
    <>
      <title>Blocked member · Spotter</title>
      <EmptyState
        level={1}
        className={css.unknown}
        art={<UnavailableIllustration />}
        title="You have blocked this member."
        text="You do not see each other. Unblocking brings no match or conversation back."
        action={
          <div className={css.buttons}>
            <UnblockButton userId={userId} onUnblocked={onUnblocked} />
            <BackToBrowse />
          </div>
        }
      />
    </>
  );
}

function UnblockButton({ userId, onUnblocked }: { userId: string; onUnblocked: () => void }) {
  const { mutate, isPending } = useUnblockMember(userId);
  return (
    <Button
      size="lg"
      busy={isPending ? "Unblocking..." : undefined}
      onClick={() => mutate(undefined, { onSuccess: onUnblocked })}
    >
      Unblock
    </Button>
  );
}

export const LoadFailed = ({ onRetry }: { onRetry: () => void }) => (
  <div className={css.failed}>
    <title>Profile · Spotter</title>
    <ErrorState
      quiet
      level={1}
      title="This profile did not load."
      onRetry={onRetry}
      secondaryAction={<BackToBrowse />}
    />
  </div>
);

import { EyeOff } from "lucide-react";
import { useChangePrivacy } from "#web/domains/accounts/settings/settings.queries.ts";
import { MemberNote } from "#web/domains/members/names/member-note.tsx";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { formatMonthDay } from "#web/lib/format-date.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";

const FAILED = "Your profile could not be shown. Please try again.";

/** Reminds a hidden member that nobody new finds them, and shows their profile again. */
export function PauseNotice() {
  const { data: own } = useOwnProfile();
  const { mutate, isPending } = useChangePrivacy();
  if (!own?.hidden) return null;
  const show = () =>
    mutate({ hidden: false }, { onError: (error) => toast(getErrorMessage(error, FAILED, FAILED), "error") });
  return (
    <MemberNote
      icon={<EyeOff aria-hidden="true" />}
      text={own.hiddenUntil === null ? "Your profile is hidden" : `Paused until ${formatMonthDay(own.hiddenUntil)}`}
      isShort
    >
      <Button variant="text" busy={isPending ? "Resuming..." : undefined} onClick={show}>
        Resume now
      </Button>
    </MemberNote>
  );
}

import { EyeOff } from "lucide-react";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import css from "#web/features/verification/selfie-notice.module.css";
import { ButtonLink } from "#web/ui/button.tsx";

/** Says that an operator has asked for a selfie, with the way to it. */
export function SelfieNotice() {
  const { data: own } = useOwnProfile();
  if (!own?.isSelfieRequired) return null;
  return (
    <div className={css.notice}>
      <EyeOff aria-hidden="true" />
      <p className={css.text}>You are not shown in Browse until a selfie of yours is approved</p>
      <ButtonLink variant="text" to="/get-verified">
        Take the selfie
      </ButtonLink>
    </div>
  );
}

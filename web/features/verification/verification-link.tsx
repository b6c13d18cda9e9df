import { BadgeCheck } from "lucide-react";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import css from "#web/features/verification/verification-link.module.css";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** A section of the account settings that leads to the badge. */
export function VerificationLink() {
  const { data: own } = useOwnProfile();
  return (
    <section aria-labelledby="verified" className={css.section}>
      <h2 id="verified" className={classNames(typography.display, typography.d20)}>
        Verified
      </h2>
      <p>
        {own?.isVerified
          ? "Your profile has the Verified badge."
          : "Show with a live selfie that you are the person in your photos."}
      </p>
      <ButtonLink variant="line" icon={<BadgeCheck />} to="/get-verified" className={css.link}>
        {own?.isVerified ? "About your badge" : "Get verified"}
      </ButtonLink>
    </section>
  );
}

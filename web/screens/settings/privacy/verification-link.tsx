import { BadgeCheck } from "lucide-react";
import { useVerificationStatus } from "#web/domains/moderation/verification/verification.queries.ts";
import css from "#web/screens/settings/privacy/verification-link.module.css";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

const TEXTS = {
  verified: { title: "Verified", text: "Your profile has the Verified badge.", label: "About your badge" },
  review: {
    title: "Verification in review",
    text: "A person compares your selfie with your photos, usually within a day.",
    label: "About the review",
  },
  open: {
    title: "Not verified yet",
    text: "Show with a live selfie that you are the person in your photos.",
    label: "Get verified",
  },
} as const;

/** A section of the account settings that leads to the badge. */
export function VerificationLink() {
  const { title, text, label } = TEXTS[useVerificationStatus() ?? "open"];
  return (
    <section aria-labelledby="verified" className={css.section}>
      <h2 id="verified" className={classNames(typography.display, typography.d20)}>
        {title}
      </h2>
      <p>{text}</p>
      <ButtonLink variant="line" icon={<BadgeCheck />} to="/get-verified">
        {label}
      </ButtonLink>
    </section>
  );
}

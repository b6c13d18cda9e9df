import css from "#web/domains/members/names/verified-badge.module.css";
import { VerifiedMark } from "#web/domains/members/names/verified-badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

export const VerifiedNote = () => (
  <details className={css.note}>
    <summary>
      <VerifiedMark />
    </summary>
    <p className={classNames(typography.small, typography.muted)}>
      A person at Spotter compared a live selfie with the main photo. It says who is in the picture, and nothing about
      how somebody is: meet in a public place all the same. <Link to="/help/get-verified">About the badge</Link>
    </p>
  </details>
);

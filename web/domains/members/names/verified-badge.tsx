import { BadgeCheck } from "lucide-react";
import css from "#web/domains/members/names/verified-badge.module.css";
import { classNames } from "#web/ui/class-names.ts";

/** The badge on a card. The word is visible, so that it does not depend on the color or the shape. */
export const VerifiedMark = ({ className }: { className?: string | undefined }) => (
  <p className={classNames(css.mark, className)}>
    <BadgeCheck aria-hidden="true" />
    Verified
  </p>
);

import { BadgeCheck, ChevronRight, Clock } from "lucide-react";
import { useVerificationStatus } from "#web/domains/moderation/verification/verification.queries.ts";
import css from "#web/screens/profile-editor/verification-row.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

const TEXTS = {
  verified: { title: "Verified", note: "On your main photo" },
  review: { title: "In review", note: "Usually a day" },
  open: { title: "Get verified", note: "With a live selfie" },
} as const;

/** It keeps its place while the state loads. */
export function VerificationRow() {
  const status = useVerificationStatus();
  if (!status) return <div className={css.row} />;
  const { title, note } = TEXTS[status];
  return (
    <Link to="/get-verified" className={css.row}>
      {status === "review" ? <Clock aria-hidden="true" /> : <BadgeCheck aria-hidden="true" />}
      <span className={typography.strong}>{title}</span>
      <span className={classNames(css.note, typography.small, typography.muted)}>{note}</span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}

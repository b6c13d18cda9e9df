import { ShieldAlert } from "lucide-react";
import type { Restriction } from "#contract/profiles.ts";
import css from "#web/features/members/restriction-notes.module.css";
import { formatEnd, reasonsPath, useRestriction } from "#web/features/members/restrictions.ts";
import { useNow } from "#web/lib/relative-time.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";

const ARTICLE_PATH = "/help/when-we-restrict-your-account";

const TEXTS: Record<Restriction["kind"], (end: string) => string> = {
  unlisted: (end) => `Nobody new finds you in Browse ${end}. Your matches and crushes still see you.`,
  messaging: (end) => `You cannot send messages and crushes ${end}.`,
};

/** One restriction, with the way to its reasons. */
export function RestrictionLine({ restriction }: { restriction: Restriction }) {
  const text = TEXTS[restriction.kind](formatEnd(restriction, useNow()));
  return (
    <div className={css.notice}>
      <ShieldAlert aria-hidden="true" />
      <p className={css.text}>{text}</p>
      <Link to={reasonsPath(restriction)} className={classNames(css.link, css.way)}>
        See why
      </Link>
    </div>
  );
}

/**
 * Replaces the composer of a member who cannot send anything. The draft is kept.
 * @param until ISO 8601; null if it has no end of its own
 */
export function ClosedComposer({ until }: { until: string | null }) {
  // Loads only here: the chat itself knows the end, but not the way to the reasons.
  const restriction = useRestriction("messaging");
  const end = formatEnd({ until }, useNow());
  return (
    <p role="status" className={css.closed}>
      You cannot send anything {end}. You can still read what comes.{" "}
      <Link to={restriction ? reasonsPath(restriction) : ARTICLE_PATH} className={css.link}>
        See why, and what you can do
      </Link>
    </p>
  );
}

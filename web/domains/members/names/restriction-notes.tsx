import { ShieldAlert } from "lucide-react";
import type { Restriction } from "#contract/members/profiles.ts";
import { MemberNote } from "#web/domains/members/names/member-note.tsx";
import css from "#web/domains/members/names/restriction-notes.module.css";
import { type Lasting, useRestriction } from "#web/domains/members/names/restrictions.ts";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { formatFutureTime } from "#web/lib/time-ahead.ts";
import { useNow } from "#web/lib/use-now.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.tsx";

const ARTICLE_PATH = "/help/when-we-restrict-your-account";

/** 'until November 3', or 'for now' without an end */
const formatEnd = ({ until }: Lasting, now: number): string =>
  until === null ? "for now" : `until ${formatFutureTime(Date.parse(until), now)}`;

/** The member can object there. */
const reasonsPath = ({ appealToken }: Restriction): string => `/appeal/${appealToken}`;

/** With the way to the reasons. @param open opens a page of the app */
export function refuseCrush(restriction: Restriction, open: (path: string) => void): void {
  const seeWhy = { label: "See why", onPress: () => open(reasonsPath(restriction)) };
  toast(`You cannot send crushes ${formatEnd(restriction, Date.now())}.`, "error", undefined, undefined, seeWhy);
}

const TEXTS: Record<Restriction["kind"], (end: string) => string> = {
  unlisted: (end) => `Nobody new finds you in Browse ${end}. Your matches and crushes still see you.`,
  messaging: (end) => `You cannot send messages and crushes ${end}.`,
};

/** With the way to its reasons, and to the selfie that ends it if one was asked for. */
export function RestrictionLine({ restriction }: { restriction: Restriction }) {
  const { data: own } = useOwnProfile();
  const isSelfieRequired = restriction.kind === "unlisted" && own?.isSelfieRequired === true;
  const end = formatEnd(restriction, useNow());
  const text = isSelfieRequired
    ? "You are not shown in Browse until a selfie of yours is approved."
    : TEXTS[restriction.kind](end);
  return (
    <MemberNote icon={<ShieldAlert aria-hidden="true" />} text={text}>
      {isSelfieRequired && (
        <Link to="/get-verified" className={classNames(css.link, css.way)}>
          Take the selfie
        </Link>
      )}
      <Link to={reasonsPath(restriction)} className={classNames(css.link, css.way)}>
        See why
      </Link>
    </MemberNote>
  );
}

/** The draft is kept. @param until ISO 8601; null if it has no end of its own */
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

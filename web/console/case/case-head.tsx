import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import { formatPrice } from "#contract/format.ts";
import type { CaseEvidence, CaseHead } from "#contract/moderation/cases.ts";
import type { Membership } from "#contract/schemas.ts";
import css from "#web/console/case/case-page.module.css";
import { ConsoleLink } from "#web/console/console-link.tsx";
import { KIND_NAMES, nameOf } from "#web/console/item-names.ts";
import { isUrgent, timeLeft } from "#web/console/time-left.ts";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Tag } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

export const RESTRICTION_NAMES = {
  suspended: "Suspended",
  unlisted: "Hidden from Browse",
  messaging: "Muted",
} as const;

export const UNTIL_LIFTED = "until somebody lifts it";

export const describeUntil = (end: string | null, now: number): string =>
  end === null ? UNTIL_LIFTED : `until ${exactTime(end, now)}`;

export function describeMembership({ state, periodEnd }: Membership, now: number): string {
  const price = `${formatPrice(SUBSCRIPTION_PRICE_CENTS)} a month`;
  const end = exactTime(periodEnd, now);
  switch (state) {
    case "renews":
      return `Pays ${price}, renews ${end}`;
    case "stopped":
      return `Paid until ${end}, not charged while suspended`;
    case "cancelled":
      return `Paid until ${end}, cancelled`;
    case "ends_now":
      return "Membership ends now, nothing more is charged";
  }
}

/** @param children stand beside the time that is left */
export function CaseHeading({
  head,
  subject,
  children,
}: {
  head: CaseHead;
  subject: CaseEvidence["subject"] | undefined;
  children: ReactNode;
}) {
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus follows from case to case, so a screen reader begins with the new one.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { kind, dueAt, isOpen, claim } = head;
  return (
    <div className={css.head}>
      <IconLink label="Back to the queue" to="/">
        <ArrowLeft />
      </IconLink>
      <div className={css.title}>
        <h1 ref={heading} tabIndex={-1} className={classNames(typography.display, typography.d24)}>
          {nameOf(head.username, head.memberId)}
        </h1>
        <p className={classNames(typography.small, typography.muted)}>
          {KIND_NAMES[kind]}
          {subject?.status && ` · ${subject.status}`}
          {subject?.joinedAt && ` · joined ${exactTime(subject.joinedAt, now)}`}
        </p>
        {subject?.restrictions.map((one) => (
          <p key={one.kind + one.until} className={typography.small}>
            {RESTRICTION_NAMES[one.kind]} {describeUntil(one.until, now)}
          </p>
        ))}
        {subject?.status && head.memberId !== null && (
          <ConsoleLink to={`/members/${head.memberId}`}>About this member</ConsoleLink>
        )}
        {subject?.membership && <p className={typography.small}>{describeMembership(subject.membership, now)}</p>}
        {claim && !claim.isMine && <Tag variant="volt">{claim.by} works on it</Tag>}
      </div>
      <div className={css.end}>
        {isOpen ? (
          <span className={classNames(css.left, isUrgent(dueAt, now) && css.urgent, typography.number)}>
            {timeLeft(dueAt, now)}
          </span>
        ) : (
          <Tag>Closed</Tag>
        )}
        {children}
      </div>
    </div>
  );
}

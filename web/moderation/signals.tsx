import type { CaseNotice, FraudSignal } from "#contract/moderation-cases.ts";
import type { NoticeKind } from "#contract/notice-form.ts";
import { exactTime, useNow } from "#web/lib/relative-time.ts";
import css from "#web/moderation/evidence.module.css";
import { Tag } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

export const NOTICE_NAMES: Readonly<Record<NoticeKind, string>> = {
  illegal: "Something against the law",
  intimate: "An intimate picture without consent",
  minor: "Somebody under 18",
};

/** A notice from outside: where it is, and what it is, in the sender's words. */
export function Notice({ notice }: { notice: CaseNotice }) {
  const now = useNow();
  const { number, kind, place, details, from, createdAt, isOpen } = notice;
  return (
    <section className={css.report} aria-label={`Notice ${number}`}>
      <div className={css.head}>
        <h2 className={typography.strong}>{NOTICE_NAMES[kind]}</h2>
        {!isOpen && <Tag>Decided</Tag>}
      </div>
      <p className={classNames(typography.small, typography.muted)}>
        {number} by {from ?? "somebody who gave no name"}, {exactTime(createdAt, now)}
      </p>
      <p className={css.text}>{place}</p>
      <blockquote className={css.details}>{details}</blockquote>
    </section>
  );
}

/** What payments and sign-ups have shown. */
export function Signals({ signals }: { signals: readonly FraudSignal[] }) {
  const now = useNow();
  if (signals.length === 0) return null;
  return (
    <section className={css.report} aria-label="Fraud signals">
      {signals.map(({ text, at, isOpen }) => (
        <div key={at + text} className={css.head}>
          <div>
            <h2 className={typography.strong}>{text}</h2>
            <p className={classNames(typography.small, typography.muted)}>{exactTime(at, now)}</p>
          </div>
          {!isOpen && <Tag>Decided</Tag>}
        </div>
      ))}
    </section>
  );
}

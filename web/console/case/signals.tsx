import { COUNTED_MAX } from "#contract/limits.ts";
import type { CaseNotice, FraudSignal } from "#contract/moderation/cases.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import { countedUpTo } from "#contract/words.ts";
import css from "#web/console/case/evidence.module.css";
import { type Judgment, ObjectionNote, ThisWasSo } from "#web/console/case/evidence.tsx";
import { Disclosure } from "#web/console/disclosure.tsx";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Tag } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

export const NOTICE_NAMES: Readonly<Record<NoticeKind, string>> = {
  illegal: "Something against the law",
  intimate: "An intimate picture without consent",
  minor: "Somebody under 18",
};

/** Anyone can send them, so all but the first are behind a title. */
export function MoreNotices({
  notices,
  more,
  isDecided,
  judgmentOf,
}: {
  notices: readonly CaseNotice[];
  more: number;
  isDecided: boolean;
  judgmentOf: (id: string) => Judgment | undefined;
}) {
  const count = notices.length + more;
  if (count === 0) return null;
  const most = notices.length + COUNTED_MAX;
  return (
    <Disclosure title={countedUpTo(count, most, "more notice from outside", "more notices from outside")}>
      <div className={css.notices}>
        {notices.map((notice) => (
          <Notice key={notice._id} notice={notice} judgment={judgmentOf(notice._id)} />
        ))}
        {more > 0 && (
          <NotShown what={countedUpTo(more, COUNTED_MAX, "more notice", "more notices")} isDecided={isDecided} />
        )}
      </div>
    </Disclosure>
  );
}

/** Of many reports or notices about one member. */
export const NotShown = ({ what, isDecided }: { what: string; isDecided: boolean }) => (
  <p className={typography.muted}>
    Not shown: {what}.{" "}
    {isDecided
      ? "The decision answered them, too."
      : "No action closes them without a closer look, other acts leave them open."}
  </p>
);

/** In the sender's words. */
export function Notice({ notice, judgment }: { notice: CaseNotice; judgment: Judgment | undefined }) {
  const now = useNow();
  const { number, kind, place, details, from, createdAt, isOpen, objection } = notice;
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
      {objection && <ObjectionNote objection={objection} />}
      {isOpen && judgment && !objection?.isForAnother && <ThisWasSo judgment={judgment} />}
    </section>
  );
}

export function Signals({ signals, more }: { signals: readonly FraudSignal[]; more: number }) {
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
      {more > 0 && (
        <p className={typography.muted}>
          {countedUpTo(more, COUNTED_MAX, "more signal is", "more signals are")} not shown.
        </p>
      )}
    </section>
  );
}

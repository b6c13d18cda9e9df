import { useEffect, useId, useRef } from "react";
import type { CaseReport, EvidenceMessage, EvidenceStep, Objection } from "#contract/moderation/cases.ts";
import { DATE_STEP_WORDS } from "#contract/training/date-rules.ts";
import css from "#web/console/case/evidence.module.css";
import { Picture, Pictures } from "#web/console/case/pictures.tsx";
import { Disclosure } from "#web/console/disclosure.tsx";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Tag } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

const FIELD_NAMES: Readonly<Record<string, string>> = {
  username: "Name",
  age: "Age",
  gender: "Gender",
  location: "Location",
  bio: "Bio",
  prompts: "Prompts",
  interests: "Interests",
  lookingFor: "Looking for",
  earlierTexts: "Earlier bio and prompts",
  accountDeletedAt: "Account deleted",
};

type Names = Readonly<Record<EvidenceMessage["from"], string>>;

function Steps({ steps, names }: { steps: readonly EvidenceStep[]; names: Names }) {
  const now = useNow();
  return (
    <ol className={css.steps} aria-label="Steps of this workout date">
      {steps.map(({ by, act, at, text }) => (
        <li key={at}>
          <span className={typography.strong}>{by === null ? "The end of their contact" : names[by]}</span>{" "}
          {DATE_STEP_WORDS[act] ?? act}: {text}{" "}
          <time dateTime={at} className={typography.muted}>
            {exactTime(at, now)}
          </time>
        </li>
      ))}
    </ol>
  );
}

function Message({ message, names, isShown }: { message: EvidenceMessage; names: Names; isShown: boolean }) {
  const now = useNow();
  const { _id, from, content, createdAt, deletedAt, isReported, image, steps } = message;
  return (
    <li className={css.message} data-from={from} data-reported={isReported || undefined} id={`message-${_id}`}>
      <p className={classNames(typography.small, typography.muted)}>
        <span className={typography.strong}>{names[from]}</span>{" "}
        <time dateTime={createdAt}>{exactTime(createdAt, now)}</time>
        {deletedAt !== null && " · deleted"}
        {isReported && (
          <>
            {" "}
            <Tag variant="volt">Reported</Tag>
          </>
        )}
      </p>
      {image !== null && <Picture url={image} caption="the picture of this message" isShown={isShown} />}
      {content !== "" && <p className={css.text}>{content}</p>}
      {steps.length > 0 && <Steps steps={steps} names={names} />}
    </li>
  );
}

/** Scrolled to the reported message. */
function Conversation({ report, subject, isShown }: { report: CaseReport; subject: string; isShown: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const marked = list.current?.querySelector("[data-reported]");
    const box = list.current;
    if (box) box.scrollTop = marked instanceof HTMLElement ? marked.offsetTop - box.clientHeight / 3 : box.scrollHeight;
  }, []);
  if (report.messages.length === 0) return <p className={typography.muted}>They have not written to each other.</p>;
  const names = { reported: subject, reporter: report.reporter.username ?? "The reporter" };
  return (
    <ul
      ref={list}
      className={css.conversation}
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex
    >
      {report.messages.map((message) => (
        <Message key={message._id} message={message} names={names} isShown={isShown} />
      ))}
    </ul>
  );
}

/** Whether it was so, which its sender learns. */
export interface Judgment {
  readonly isUpheld: boolean;
  /** After 'Its sender learns that'. */
  readonly answer: string;
  readonly onToggle: () => void;
}

/** Whatever is decided about the member: each report and notice has its own answer. */
export function ThisWasSo({ judgment: { isUpheld, answer, onToggle } }: { judgment: Judgment }) {
  const toldId = useId();
  return (
    <div>
      <label className={css.tick}>
        <input type="checkbox" checked={isUpheld} aria-describedby={toldId} onChange={onToggle} />
        This was so
      </label>
      <p id={toldId} className={classNames(typography.small, typography.muted)}>
        Its sender learns that {answer}.
      </p>
    </div>
  );
}

/** Its sender asks for another look. */
export function ObjectionNote({ objection }: { objection: Objection }) {
  const now = useNow();
  const { words, sentAt, decidedBy, isForAnother } = objection;
  return (
    <div className={css.objection}>
      <p className={typography.strong}>Asks for another look, {exactTime(sentAt, now)}</p>
      <blockquote className={css.details}>{words}</blockquote>
      <p className={classNames(typography.small, typography.muted)}>
        {isForAnother
          ? "You found nothing in it, so a colleague who was here this week decides it."
          : `${decidedBy ?? "Somebody"} found nothing in it.`}
      </p>
    </div>
  );
}

export function Report({
  report,
  subject,
  isShown,
  judgment,
}: {
  report: CaseReport;
  subject: string;
  isShown: boolean;
  judgment: Judgment | undefined;
}) {
  const now = useNow();
  const { number, reason, details, createdAt, isOpen, objection, reporter, profile, images } = report;
  const record =
    reporter.upheld + reporter.dismissed === 0
      ? "their first report"
      : `earlier reports: ${reporter.upheld} right, ${reporter.dismissed} wrong`;
  return (
    <section className={css.report} aria-label={`Report ${number}`}>
      <div className={css.head}>
        <h2 className={typography.strong}>{reason}</h2>
        {!isOpen && <Tag>Decided</Tag>}
      </div>
      <p className={classNames(typography.small, typography.muted)}>
        {number} by {reporter.username ?? "a deleted account"} ({record}), {exactTime(createdAt, now)}
      </p>
      {details !== "" && <blockquote className={css.details}>{details}</blockquote>}
      {objection && <ObjectionNote objection={objection} />}
      <Conversation report={report} subject={subject} isShown={isShown} />
      <Pictures label={`Pictures of ${number}`} images={images} isShown={isShown} />
      {isOpen && judgment && !objection?.isForAnother && <ThisWasSo judgment={judgment} />}
      <Disclosure title="Profile as it was">
        <dl className={css.profile}>
          {profile.map(({ name, value }) => (
            <div key={name}>
              <dt className={classNames(typography.small, typography.muted)}>{FIELD_NAMES[name] ?? name}</dt>
              <dd className={css.text}>{value}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </section>
  );
}

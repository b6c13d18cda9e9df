import { useRef } from "react";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import type { ContactThread } from "#contract/moderation/contact-thread.ts";
import { mayAct } from "#contract/moderation/staff-roles.ts";
import { Background } from "#web/console/case/background.tsx";
import page from "#web/console/case/case-page.module.css";
import { NOTE_FIELD } from "#web/console/case/note-form.tsx";
import { PastDecisions } from "#web/console/case/past-decisions.tsx";
import { ContactAnswer } from "#web/console/contact/contact-answer.tsx";
import css from "#web/console/contact/contact-case.module.css";
import type { Session } from "#web/console/entrance/session.queries.ts";
import { useShortcuts } from "#web/console/shortcuts.ts";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Tag } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

type Entry = ContactThread["entries"][number];

function Facts({ entry }: { entry: Entry }) {
  if (entry.kind === "answer") return !entry.isMailed && <Tag>The email is on its way</Tag>;
  return (
    <>
      {entry.isByLink && <Tag>By the link, no login</Tag>}
      {entry.isOpen && <Tag variant="volt">Open</Tag>}
    </>
  );
}

/** Address and subject are shown where they change. */
function describeEntry(entry: Entry, entries: readonly Entry[]): { author: string; subject?: string } {
  if (entry.kind === "answer") return { author: entry.by };
  const before = entries.slice(0, entries.indexOf(entry)).findLast(({ kind }) => kind === "message");
  const last = before?.kind === "message" ? before : undefined;
  const { sender, subject } = entry;
  const author = sender === null ? "The writer" : sender.name;
  const address = sender === null || sender.email === last?.sender?.email ? "" : ` <${sender.email}>`;
  return { author: author + address, ...(subject !== last?.subject && { subject }) };
}

function Written({ entry, entries }: { entry: Entry; entries: readonly Entry[] }) {
  const now = useNow();
  const { author, subject } = describeEntry(entry, entries);
  return (
    <li className={css.entry} data-kind={entry.kind}>
      <p className={classNames(typography.small, typography.muted)}>
        <span className={classNames(typography.strong, css.author)}>{author}</span>{" "}
        <time dateTime={entry.at}>{exactTime(entry.at, now)}</time>
      </p>
      {subject !== undefined && <p className={typography.strong}>{subject}</p>}
      <p className={css.text}>{entry.text}</p>
      <p className={css.facts}>
        <Facts entry={entry} />
      </p>
    </li>
  );
}

/** Plain text, as it was written. */
const Thread = ({ thread: { number, entries } }: { thread: ContactThread }) => (
  <section className={css.thread} aria-label={`Messages ${number}`}>
    <h2 className={typography.strong}>{number}</h2>
    <ol className={css.entries}>
      {entries.map((entry) => (
        <Written key={entry._id} entry={entry} entries={entries} />
      ))}
    </ol>
  </section>
);

/** The thread of a person who wrote by the contact page, with the answer to it. It has no acts. */
export function ContactCase({
  shown,
  thread,
  session,
  onNext,
}: {
  shown: CaseDetail;
  thread: ContactThread;
  session: Session;
  onNext: () => void;
}) {
  const isActive = mayAct(session.staff.role);
  const { answerTo } = thread;
  const canAnswer = isActive && shown.isOpen && (shown.claim === null || shown.claim.isMine) && answerTo !== null;
  const isMember = shown.memberId !== null;
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcuts({
    a: canAnswer ? () => field.current?.focus() : undefined,
    n: () => document.querySelector<HTMLElement>(`[data-field="${NOTE_FIELD}"]`)?.focus(),
  });
  return (
    <>
      <div className={page.evidence}>
        <Thread thread={thread} />
      </div>
      <aside className={page.side} aria-label="Answer and background">
        {canAnswer && <ContactAnswer shown={shown} to={answerTo} field={field} onDone={onNext} />}
        {isMember && <PastDecisions shown={shown} seesMembers isActive={isActive} />}
        <Background shown={shown} seesMembers={isMember} isActive={isActive} />
      </aside>
    </>
  );
}

import { COUNTED_MAX } from "#contract/limits.ts";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import { countedUpTo } from "#contract/words.ts";
import css from "#web/console/case/background.module.css";
import { NoteForm } from "#web/console/case/note-form.tsx";
import { ConsoleLink } from "#web/console/console-link.tsx";
import { KIND_NAMES, nameOf } from "#web/console/item-names.ts";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

const SHARED = { email: "address", given_email: "unconfirmed address", card: "card", device: "device" } as const;

const ITEM_NAMES: Readonly<Record<string, string>> = {
  report: "report",
  picture_check: "held picture",
  notice: "notice from outside",
  objection: "request for another look",
  appeal: "appeal",
  fraud: "fraud signal",
  verification: "selfie",
  contact_message: "message",
};

const EVENT_NAMES: Readonly<Record<string, string>> = {
  opened: "Opened",
  attached: "Added",
  looked: "Looked at",
  claimed: "Claimed",
  released: "Released",
  noted: "Note",
  decided: "Decided",
  answered: "Answered",
  undone: "Decision undone",
  reopened: "Opened again",
  closed: "Closed",
};

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={css.section}>
      <h2 className={typography.strong}>{title}</h2>
      {children}
    </section>
  );
}

export const Nothing = ({ children }: { children: string }) => <p className={typography.muted}>{children}</p>;

export function Notes({ notes, more }: { notes: CaseDetail["memberNotes"]; more: number }) {
  const now = useNow();
  if (notes.length === 0) return <Nothing>Nobody has written a note about this member.</Nothing>;
  return (
    <ul className={css.list}>
      {notes.map(({ note, by, at }) => (
        <li key={at + by}>
          <p className={css.text}>{note}</p>
          <p className={classNames(typography.small, typography.muted)}>
            {by}, {exactTime(at, now)}
          </p>
        </li>
      ))}
      {more > 0 && (
        <li className={typography.muted}>
          {countedUpTo(more, COUNTED_MAX, "earlier note is", "earlier notes are")} not shown.
        </li>
      )}
    </ul>
  );
}

export function LinkedAccounts({ linked, isMoreLinked }: Pick<CaseDetail, "linked" | "isMoreLinked">) {
  if (linked.length === 0) return <Nothing>No other account has the same address, card or device.</Nothing>;
  return (
    <ul className={css.list}>
      {linked.map(({ memberId, username, status, kinds, isBanned }) => (
        <li key={memberId}>
          <ConsoleLink to={`/members/${memberId}`}>{nameOf(username, memberId)}</ConsoleLink>
          <p className={classNames(typography.small, typography.muted)}>
            same {kinds.map((kind) => SHARED[kind]).join(" and ")}, {isBanned ? "suspended" : status}
          </p>
        </li>
      ))}
      {isMoreLinked && <li className={typography.muted}>There are more, which are not shown.</li>}
    </ul>
  );
}

function Member({ shown: { otherCases, linked, isMoreLinked } }: { shown: CaseDetail }) {
  const now = useNow();
  return (
    <>
      <Section title="Other cases">
        {otherCases.length === 0 && <Nothing>This is the first.</Nothing>}
        <ul className={css.list}>
          {otherCases.map((other) => (
            <li key={other._id}>
              <ConsoleLink to={`/cases/${other._id}`}>
                {KIND_NAMES[other.kind]}, {exactTime(other.openedAt, now)}, {other.isOpen ? "open" : "closed"}
              </ConsoleLink>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Linked accounts">
        <LinkedAccounts linked={linked} isMoreLinked={isMoreLinked} />
      </Section>
    </>
  );
}

/** Notes about the member, earlier cases and linked accounts are for roles that work on members. */
export function Background({
  shown,
  seesMembers,
  isActive,
}: {
  shown: CaseDetail;
  seesMembers: boolean;
  isActive: boolean;
}) {
  const now = useNow();
  const { _id, memberNotes, moreNotes, history, moreHistory } = shown;
  return (
    <div className={css.background}>
      {(seesMembers || isActive) && (
        <Section title="Notes">
          {seesMembers && <Notes notes={memberNotes} more={moreNotes} />}
          {isActive && <NoteForm caseId={_id} seesMembers={seesMembers} />}
        </Section>
      )}
      {seesMembers && <Member shown={shown} />}
      <Section title="History">
        <ol className={css.list}>
          {moreHistory > 0 && (
            <li className={typography.muted}>
              {countedUpTo(moreHistory, COUNTED_MAX, "earlier entry is", "earlier entries are")} not shown.
            </li>
          )}
          {history.map(({ at, kind, by, note, item }) => (
            <li key={at + kind}>
              <p className={typography.small}>
                {EVENT_NAMES[kind] ?? kind}
                {item !== null && `: ${ITEM_NAMES[item] ?? item}`}
                {by !== null && ` by ${by}`}, <span className={typography.muted}>{exactTime(at, now)}</span>
              </p>
              {note !== "" && <p className={css.text}>{note}</p>}
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

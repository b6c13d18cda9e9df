import { ShieldAlert, X } from "lucide-react";
import type { MouseEvent } from "react";
import type { Caution } from "#web/domains/chat/advice/caution-rules.ts";
import css from "#web/screens/messages/composer/message-note.module.css";
import type { MessageNote } from "#web/screens/messages/composer/message-notes.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";

const ADVICE: Readonly<Record<Caution, { readonly title: string; readonly text: string }>> = {
  money: {
    title: "Never send money.",
    text: "No gift cards, no crypto, no codes either, whatever the story. Somebody who means well does not ask.",
  },
  moving: {
    title: "Keep chatting here until you have met.",
    text: "Here you can block and report. Whoever is in a hurry to leave may have a reason.",
  },
  phone: {
    title: "A number can wait.",
    text: "Yours leads to your name and address. Keep chatting here until you have met.",
  },
  link: {
    title: "Open links with care.",
    text: "Do not log in, pay or prove your age behind one that somebody sends you.",
  },
};

interface Props {
  note: MessageNote;
  onHide: (caution: Caution) => void;
  /** Undefined where reporting is not possible. */
  onReport: (() => void) | undefined;
  onTolerate: () => void;
}

/** The message takes the focus from the control that disappears. */
const focusMessage = ({ currentTarget }: MouseEvent): void =>
  currentTarget.closest("li")?.querySelector<HTMLElement>("[data-menu]")?.focus({ preventScroll: true });

/** No part of the message's announcement. The arrow keys lead to its controls (`use-message-keys.ts`). */
export function MessageNotes({ note: { isQuestion, caution }, onHide, onReport, onTolerate }: Props) {
  return (
    <>
      {isQuestion && onReport && (
        <div role="note" aria-live="off" aria-label="About this message" className={css.note}>
          <p className={css.title}>Does this bother you?</p>
          <div className={css.answers}>
            <Button variant="line" tabIndex={-1} onClick={onReport}>
              Yes, report it
            </Button>
            <Button
              variant="text"
              tabIndex={-1}
              onClick={(event) => {
                focusMessage(event);
                onTolerate();
              }}
            >
              No
            </Button>
          </div>
        </div>
      )}
      {caution && (
        <div role="note" aria-live="off" aria-label="Advice" className={css.note}>
          <ShieldAlert aria-hidden="true" className={css.icon} />
          <p className={css.words}>
            <span className={css.title}>{ADVICE[caution].title}</span> {ADVICE[caution].text}{" "}
            <Link to="/help/chat-safely" tabIndex={-1} className={css.more}>
              Chat safely
            </Link>
          </p>
          <IconButton
            label="Hide advice"
            tabIndex={-1}
            className={css.hide}
            onClick={(event) => {
              focusMessage(event);
              onHide(caution);
            }}
          >
            <X />
          </IconButton>
        </div>
      )}
    </>
  );
}

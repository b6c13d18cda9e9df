import type { ReactNode } from "react";
import type { Message } from "#contract/chat/messages.ts";
import { adviceStore, type ConversationAdvice } from "#web/domains/chat/advice/advice-store.ts";
import { MessageNotes } from "#web/screens/messages/composer/message-note.tsx";
import { findNotes, type MessageNote } from "#web/screens/messages/composer/message-notes.ts";
import { isHarassing, preparePatterns } from "#web/screens/messages/composer/message-rules.ts";
import { ConfirmContent } from "#web/ui/confirm-content.tsx";
import { useDialogHistory } from "#web/ui/dialog-history.ts";

interface Conversation {
  readonly userId: string;
  readonly me: string;
  readonly messages: readonly Message[];
  readonly advice: ConversationAdvice;
  /** Undefined where reporting is not possible. */
  readonly report: ((message: Message) => void) | undefined;
}

/** For the conversation that was rendered last: all its bubbles ask for them. */
let last: (Pick<Conversation, "messages" | "advice"> & { notes: ReadonlyMap<string, MessageNote> }) | undefined;

function readNotes({ messages, me, advice }: Conversation): ReadonlyMap<string, MessageNote> {
  if (last?.messages !== messages || last.advice !== advice)
    last = { messages, advice, notes: findNotes(messages, me, advice) };
  return last.notes;
}

/** Advice, and the question whether the message bothers. Undefined for most messages. */
function renderNotes(message: Message, conversation: Conversation): ReactNode {
  const note = readNotes(conversation).get(message._id);
  const { userId, report } = conversation;
  return (
    note && (
      <MessageNotes
        note={note}
        onHide={(caution) => adviceStore.add(userId, { hidden: [caution] })}
        onReport={report && (() => report(message))}
        onTolerate={() => adviceStore.add(userId, { answeredSeq: message.seq })}
      />
    )
  );
}

const asked = new Set<string>();

/** Once for each text and recipient while the tab is open. */
function mustAsk(userId: string, text: string): boolean {
  const key = `${userId} ${text}`;
  if (asked.has(key) || !isHarassing(text)) return false;
  asked.add(key);
  return true;
}

interface Props {
  open: boolean;
  onSend: () => void;
  /** The text is still in the field, which gets the focus back. */
  onEdit: () => void;
}

/** Unlike `Confirm` it has loaded with the rules, so that it opens at once and also without a network. */
function SendQuestion({ open, onSend, onEdit }: Props) {
  useDialogHistory(open, onEdit);
  return (
    <ConfirmContent
      open={open}
      title="Are you sure?"
      text="These words could hurt. Your message has not been sent yet."
      confirmLabel="Send anyway"
      cancelLabel="Edit"
      onConfirm={onSend}
      onCancel={onEdit}
    />
  );
}

/** The code that reads messages on the device, in one chunk. Loaded by `lazy-advice.ts`. */
export const messageAdvice = { mustAsk, renderNotes, SendQuestion, preparePatterns };

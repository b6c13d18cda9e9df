import type { ReactNode } from "react";
import type { Message } from "#contract/messages.ts";
import { adviceStore, type ConversationAdvice } from "#web/features/messages/advice-store.ts";
import { MessageNotes } from "#web/features/messages/message-note.tsx";
import { findNotes, type MessageNote } from "#web/features/messages/message-notes.ts";
import { isHarassing } from "#web/features/messages/message-rules.ts";
import { SendQuestion } from "#web/features/messages/send-question.tsx";

interface Conversation {
  readonly userId: string;
  readonly me: string;
  readonly messages: readonly Message[];
  readonly advice: ConversationAdvice;
  /** Undefined where reporting is not possible. */
  readonly report: ((message: Message) => void) | undefined;
}

/** The notes of the conversation that was rendered last: all its bubbles ask for them. */
let last: (Pick<Conversation, "messages" | "advice"> & { notes: ReadonlyMap<string, MessageNote> }) | undefined;

function readNotes({ messages, me, advice }: Conversation): ReadonlyMap<string, MessageNote> {
  if (last?.messages !== messages || last.advice !== advice)
    last = { messages, advice, notes: findNotes(messages, me, advice) };
  return last.notes;
}

/** What stands under a received message: advice, and the question whether it bothers. Undefined for most messages. */
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

/** Texts that were asked about, with their recipients. */
const asked = new Set<string>();

/** Whether to ask before a text is sent: once for each text and recipient while the tab is open. */
function mustAsk(userId: string, text: string): boolean {
  const key = `${userId} ${text}`;
  if (asked.has(key) || !isHarassing(text)) return false;
  asked.add(key);
  return true;
}

/** What reads messages on the device, in one chunk. Loaded by `lazy-advice.ts`. */
export const messageAdvice = { mustAsk, renderNotes, SendQuestion };

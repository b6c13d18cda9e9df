import type { Message } from "#contract/chat/messages.ts";
import type { ConversationAdvice } from "#web/domains/chat/advice/advice-store.ts";
import type { Caution } from "#web/domains/chat/advice/caution-rules.ts";
import { findCautions, isHarassing } from "#web/screens/messages/composer/message-rules.ts";

export interface MessageNote {
  readonly isQuestion: boolean;
  readonly caution: Caution | undefined;
}

/** Only the last messages of a conversation are read, because advice about older ones comes too late. */
export const READ_MESSAGES = 20;

/**
 * One question, and one card of each kind, under the newest message that has reason for it. Of several kinds in one
 * message the most serious counts.
 */
export function findNotes(
  messages: readonly Message[],
  me: string,
  { hidden, answeredSeq }: ConversationAdvice,
): ReadonlyMap<string, MessageNote> {
  const notes = new Map<string, MessageNote>();
  const shown = new Set<Caution>(hidden);
  let hasQuestion = false;
  for (const { _id, seq, sender, content } of messages.slice(-READ_MESSAGES).toReversed()) {
    if (sender._id === me || content === "") continue;
    const isQuestion = !hasQuestion && seq > answeredSeq && isHarassing(content);
    const [kind] = findCautions(content);
    const caution = kind && !shown.has(kind) ? kind : undefined;
    if (isQuestion) hasQuestion = true;
    if (caution) shown.add(caution);
    if (isQuestion || caution) notes.set(_id, { isQuestion, caution });
  }
  return notes;
}

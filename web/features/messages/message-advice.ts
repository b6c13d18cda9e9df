import { MessageNotes } from "#web/features/messages/message-note.tsx";
import { findNotes } from "#web/features/messages/message-notes.ts";
import { isHarassing } from "#web/features/messages/message-rules.ts";

/** What reads messages on the device, in one chunk. Loaded by `lazy-advice.ts`. */
export const messageAdvice = { isHarassing, findNotes, MessageNotes };

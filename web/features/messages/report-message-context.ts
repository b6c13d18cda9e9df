import { createContext } from "react";
import type { Message } from "#contract/messages.ts";

/**
 * How a message of the other's is reported, where it can be. It comes from the screen, past the conversation, to each
 * bubble; it stays the same function, or all bubbles are drawn anew.
 */
export const ReportMessageContext = createContext<((message: Message) => void) | undefined>(undefined);

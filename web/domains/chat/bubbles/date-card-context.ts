import { createContext, type ReactNode } from "react";
import type { GroupedMessage } from "#web/domains/chat/bubbles/message-groups.ts";

/**
 * Without it the summary of the date is shown as a text. A context, so that it need not be passed through the
 * conversation.
 */
export const DateCardContext = createContext<((bubble: GroupedMessage) => ReactNode) | undefined>(undefined);

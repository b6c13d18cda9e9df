import { createStore } from "#web/lib/store.ts";

/** Under the header of the open chat, which fills the window on phones; null without a chat. */
export const chatNotices = createStore<HTMLElement | null>(null);

export const setChatNotices = (element: HTMLElement | null): void => chatNotices.set(element);

/** "Back safe?" waits for an answer about these members. */
export const askedAbout = createStore<ReadonlySet<string>>(new Set());

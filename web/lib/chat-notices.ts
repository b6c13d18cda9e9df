import { createStore } from "#web/lib/store.ts";

/** The place for a notice under the header of the open chat, which fills the window on phones; null without a chat. */
export const chatNotices = createStore<HTMLElement | null>(null);

/** Takes that place as a ref callback. */
export const setChatNotices = (element: HTMLElement | null): void => chatNotices.set(element);

/** Members after a date with whom "Back safe?" waits for an answer. */
export const askedAbout = createStore<ReadonlySet<string>>(new Set());

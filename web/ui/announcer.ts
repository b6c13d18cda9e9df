import { createStore } from "#web/lib/store.ts";

/** The same text is announced again only after this pause. */
const CLEAR_AFTER_MS = 5000;

export const announcer = createStore("");
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  announcer.set(text);
  clearTimeout(timer);
  timer = setTimeout(() => announcer.set(""), CLEAR_AFTER_MS);
}

const key = (me: string, userId: string): string => `draft ${me} ${userId}`;

/** What was written to a member in this tab and not sent. */
export const readDraft = (me: string, userId: string): string => sessionStorage.getItem(key(me, userId)) ?? "";

export function keepDraft(me: string, userId: string, text: string): void {
  if (text === "") sessionStorage.removeItem(key(me, userId));
  else sessionStorage.setItem(key(me, userId), text);
}

/** The words that another screen suggests, as navigation state `{ draft }`. */
export function suggestedDraft(state: unknown): string {
  if (typeof state !== "object" || state === null || !("draft" in state)) return "";
  return typeof state.draft === "string" ? state.draft : "";
}

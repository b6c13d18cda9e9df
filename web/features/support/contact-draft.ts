/** What a message is about and says. Who writes it is not kept: the next one here may be somebody else. */
const KEPT = ["subject", "message"] as const;

const keyOf = (name: string): string => `contact:${name}`;

/** What was begun to be written in this tab and not sent; an empty text where nothing was. */
export const readDraft = (): Record<(typeof KEPT)[number], string> => ({
  subject: sessionStorage.getItem(keyOf("subject")) ?? "",
  message: sessionStorage.getItem(keyOf("message")) ?? "",
});

/** Keeps one of them for whoever looks at another page, or loads this one anew, before it is sent. */
export function keepDraft(name: string, value: string): void {
  if (KEPT.some((one) => one === name)) sessionStorage.setItem(keyOf(name), value);
}

/** It is sent. */
export function dropDraft(): void {
  for (const name of KEPT) sessionStorage.removeItem(keyOf(name));
}

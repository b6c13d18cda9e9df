/** State of a navigation that only corrects the address: scroll position and focus stay. */
export const SILENT_NAVIGATION = { stay: true } as const;

/** @param state of a location; the browser may restore it from an older version of this app */
export const isSilentNavigation = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "stay" in state;

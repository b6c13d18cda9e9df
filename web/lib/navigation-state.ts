/** The state of a navigation that only corrects the address: it moves neither the page nor the focus. */
export const SILENT_NAVIGATION = { stay: true } as const;

/** @param state a location's, which the browser may keep from an older version of this app */
export const isSilentNavigation = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "stay" in state;

/** For when the focused element disappears. */
export const focusPage = (): void => document.getElementById("main")?.focus({ preventScroll: true });

/** Gives the focus to the page when what had it goes away. */
export const focusPage = (): void => document.getElementById("main")?.focus({ preventScroll: true });

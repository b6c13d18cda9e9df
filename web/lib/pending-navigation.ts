let check = (): boolean => false;

/** Set by the app's start, because code of the design system has no router. */
export function setPendingNavigationCheck(isPending: () => boolean): void {
  check = isPending;
}

export const isNavigationPending = (): boolean => check();

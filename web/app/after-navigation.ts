import { useLayoutEffect } from "react";
import { useLocation } from "react-router";

let pending: { readonly from: string; readonly run: () => void } | undefined;

/** Runs an action on the next screen, once `from` has been left. */
export function afterNavigation(from: string, run: () => void): void {
  pending = { from, run };
}

/** Runs the pending action. Used once, around all screens of members. */
export function useAfterNavigation(): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    if (!pending || pending.from === pathname) return;
    const { run } = pending;
    pending = undefined;
    run();
  }, [pathname]);
}

/** Focuses the heading of the screen. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

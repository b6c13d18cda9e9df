import { useLayoutEffect } from "react";
import { useLocation } from "react-router";

let pending: { readonly from: string; readonly run: () => void } | undefined;

/** Runs a callback on the next screen, after `from` was left. */
export function afterNavigation(from: string, run: () => void): void {
  pending = { from, run };
}

/** Used once, around all screens of members. */
export function useAfterNavigation(): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    if (!pending || pending.from === pathname) return;
    const { run } = pending;
    pending = undefined;
    run();
  }, [pathname]);
}

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

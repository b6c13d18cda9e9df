import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import css from "#web/features/chrome/navigation.module.css";
import { isSilentNavigation } from "#web/lib/navigation-state.ts";

/** A hairline at the very top while the next screen is on its way, when that takes longer than 200 ms. */
export function Progress() {
  const going = useNavigation().state !== "idle";
  return going && <div className={css.line} aria-hidden="true" />;
}

/**
 * Moves the focus into the page after a navigation: to what the address' fragment names, else to `main`. A screen that
 * has taken it already keeps it. The first page is left alone, as a browser does.
 */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const { pathname, hash, key, state } = useLocation();
  const last = useRef({ pathname, key });
  useEffect(() => {
    const before = last.current;
    last.current = { pathname, key };
    // It names the page that came with the document; browsers share its address instead of the one they show.
    if (before.pathname !== pathname) document.querySelector("link[rel=canonical]")?.remove();
    if (before.key === key || (before.pathname === pathname && (!hash || isSilentNavigation(state)))) return;
    const named = hash ? document.getElementById(hash.slice(1)) : null;
    named?.focus({ preventScroll: true });
    if (named && document.activeElement === named) return;
    if (main.current?.contains(document.activeElement) && before.pathname !== pathname) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname, hash, key, state, main]);
}

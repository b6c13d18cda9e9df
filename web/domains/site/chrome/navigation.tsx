import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import css from "#web/domains/site/chrome/navigation.module.css";
import { isSilentNavigation } from "#web/lib/navigation-state.ts";

export function Progress() {
  const isNavigating = useNavigation().state !== "idle";
  return isNavigating && <div className={css.line} aria-hidden="true" />;
}

/**
 * To the element of the URL's fragment, else to `main`. If the new screen has already taken the focus, it keeps it. The
 * initial page load is left to the browser.
 */
export function useNavigationFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname, hash, key, state } = useLocation();
  const last = useRef({ pathname, key });
  useEffect(() => {
    const previous = last.current;
    last.current = { pathname, key };
    // The canonical link belongs to the document that was loaded; browsers share its URL instead of the current one.
    if (previous.pathname !== pathname) document.querySelector("link[rel=canonical]")?.remove();
    if (previous.key === key || (previous.pathname === pathname && (!hash || isSilentNavigation(state)))) return;
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    target?.focus({ preventScroll: true });
    if (target && document.activeElement === target) return;
    if (main.current?.contains(document.activeElement) && previous.pathname !== pathname) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname, hash, key, state, main]);
}

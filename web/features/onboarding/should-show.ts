import { session } from "#web/lib/session.ts";

const PHONE = "(width < 768px)";
const COMPLETE = "onboardingComplete";

/**
 * Whether a newcomer is looking at `/` on a phone, and came for nothing on it that has a name. The inline script of
 * `index.html` asks the same before the first paint.
 */
export function isDue(): boolean {
  const { pathname, search, hash } = location;
  const isKnown = ["token", COMPLETE, "returningUser"].some((key) => localStorage.getItem(key));
  return pathname === "/" && !isKnown && !hash && !/=true/.test(search) && matchMedia(PHONE).matches;
}

/** Calls `act` when that may have changed: by another tab, or because the device was turned. @returns what ends that */
export function watchDue(act: () => void): () => void {
  const phone = matchMedia(PHONE);
  const stopSession = session.subscribe(act);
  phone.addEventListener("change", act);
  return () => {
    stopSession();
    phone.removeEventListener("change", act);
  };
}

/** It is shown once. */
export const complete = (): void => localStorage.setItem(COMPLETE, "true");

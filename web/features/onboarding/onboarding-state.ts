import { session } from "#web/lib/session.ts";

const PHONE_QUERY = "(width < 768px)";
const COMPLETE_KEY = "onboardingComplete";

/**
 * Whether a new visitor opened the plain `/` on a phone. The inline script of `index.html` has the same condition, for
 * the first paint.
 */
export function isOnboardingDue(): boolean {
  const { pathname, search, hash } = location;
  const isKnown = ["token", COMPLETE_KEY, "returningUser"].some((key) => localStorage.getItem(key));
  return pathname === "/" && !isKnown && !hash && !/=true/.test(search) && matchMedia(PHONE_QUERY).matches;
}

/**
 * Calls `callback` when the result may have changed: by another tab, or because the device was rotated.
 * @returns a function that unsubscribes
 */
export function watchOnboardingDue(callback: () => void): () => void {
  const phone = matchMedia(PHONE_QUERY);
  const stopSession = session.subscribe(callback);
  phone.addEventListener("change", callback);
  return () => {
    stopSession();
    phone.removeEventListener("change", callback);
  };
}

export const completeOnboarding = (): void => localStorage.setItem(COMPLETE_KEY, "true");

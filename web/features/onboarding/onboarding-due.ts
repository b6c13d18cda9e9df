export const PHONE_QUERY = "(width < 768px)";
export const COMPLETE_KEY = "onboardingComplete";

/** Whether a new visitor opened the plain `/` on a phone. */
export function isOnboardingDue(): boolean {
  const { pathname, search, hash } = location;
  const isKnown = ["token", COMPLETE_KEY, "returningUser"].some((key) => localStorage.getItem(key));
  return pathname === "/" && !isKnown && !hash && !/=true/.test(search) && matchMedia(PHONE_QUERY).matches;
}

export const PHONE_QUERY = "(width < 768px)";
export const COMPLETE_KEY = "onboardingComplete";

/** For a new visitor who opened the plain `/` on a phone. */
export function isOnboardingDue(): boolean {
  const { pathname, search, hash } = location;
  const isKnown = ["token", COMPLETE_KEY, "returningUser"].some((key) => localStorage.getItem(key));
  return pathname === "/" && !isKnown && !hash && !/=true/.test(search) && matchMedia(PHONE_QUERY).matches;
}

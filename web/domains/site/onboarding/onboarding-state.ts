import { COMPLETE_KEY, PHONE_QUERY } from "#web/domains/site/onboarding/onboarding-due.ts";
import { session } from "#web/lib/session.ts";

/** By another tab, or because the device was rotated. @returns a function that unsubscribes */
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

import { createRoot } from "react-dom/client";
import css from "#web/app/onboarding-overlay.module.css";
import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { HeroDrawing } from "#web/features/landing/hero-drawing.tsx";
import { Onboarding, type OnboardingProps } from "#web/features/onboarding/onboarding.tsx";
import { complete, isDue, watchDue } from "#web/features/onboarding/should-show.ts";
import { focusPage } from "#web/pwa/focus-page.ts";

/** The two of the landing page's hero stand on the last screen. */
function Introduction({ onDone }: { onDone: (then?: () => void) => void }) {
  const { openSignup, openLogin } = useAccountModals();
  const ways: OnboardingProps = {
    onSkip: () => onDone(),
    onSignup: () => onDone(openSignup),
    onLogin: () => onDone(openLogin),
  };
  return <Onboarding {...ways} art={<HeroDrawing />} />;
}

/**
 * Introduces a newcomer to the app, over everything else, if that is due. It has a root of its own beside the page, which
 * is hidden meanwhile and can be drawn and hydrated below it.
 */
export function mountOnboarding(): void {
  const page = document.documentElement.dataset;
  if (!isDue()) {
    delete page["onboarding"];
    return;
  }
  page["onboarding"] = "";
  const place = document.createElement("section");
  place.className = css.place ?? "";
  place.setAttribute("aria-label", "Welcome to Spotter");
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    stopWatching();
    root.unmount();
    place.remove();
    delete page["onboarding"];
    focusPage();
  };
  const stopWatching = watchDue(() => {
    if (!isDue()) close();
  });
  const done = (then?: () => void) => {
    complete();
    close();
    then?.();
  };
  root.render(<Introduction onDone={done} />);
}

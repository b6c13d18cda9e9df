import { createRoot } from "react-dom/client";
import css from "#web/app/onboarding-overlay.module.css";
import { useAccountModals } from "#web/domains/accounts/modals/account-modals.tsx";
import { HeroDrawing } from "#web/domains/site/drawings/hero-drawing.tsx";
import { Onboarding, type OnboardingProps } from "#web/domains/site/onboarding/onboarding.tsx";
import { isOnboardingDue } from "#web/domains/site/onboarding/onboarding-due.ts";
import { completeOnboarding, watchOnboardingDue } from "#web/domains/site/onboarding/onboarding-state.ts";
import { focusPage } from "#web/pwa/focus-page.ts";

function Introduction({ onDone }: { onDone: (then?: () => void) => void }) {
  const { openSignup, openLogin } = useAccountModals();
  const actions: OnboardingProps = {
    onSkip: () => onDone(),
    onSignup: () => onDone(openSignup),
    onLogin: () => onDone(openLogin),
  };
  return <Onboarding {...actions} art={<HeroDrawing />} />;
}

/** Mounts the onboarding, if it is due, in its own React root, so that the hidden page below can hydrate. */
export function mountOnboarding(): void {
  const page = document.documentElement.dataset;
  if (!isOnboardingDue()) {
    delete page["onboarding"];
    return;
  }
  page["onboarding"] = "";
  const container = document.createElement("section");
  container.className = css.place ?? "";
  container.setAttribute("aria-label", "Welcome to Spotter");
  document.body.append(container);
  const root = createRoot(container);
  const close = () => {
    stopWatching();
    root.unmount();
    container.remove();
    delete page["onboarding"];
    focusPage();
  };
  const stopWatching = watchOnboardingDue(() => {
    if (!isOnboardingDue()) close();
  });
  const done = (then?: () => void) => {
    completeOnboarding();
    close();
    then?.();
  };
  root.render(<Introduction onDone={done} />);
}

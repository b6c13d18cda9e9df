import { useEffect } from "react";
import { useAccountModals } from "#web/domains/accounts/modals/account-modals.tsx";
import { LandingFrame } from "#web/domains/site/drawings/frame.tsx";
import { isOnboardingDue } from "#web/domains/site/onboarding/onboarding-due.ts";
import { startOnboarding } from "#web/domains/site/onboarding/start-onboarding.ts";
import { ClosingCall } from "#web/screens/landing/closing-call.tsx";
import { Cover } from "#web/screens/landing/cover.tsx";
import { Hero } from "#web/screens/landing/hero.tsx";
import { HowItWorks } from "#web/screens/landing/how-it-works.tsx";
import { MatchBand } from "#web/screens/landing/match-band.tsx";
import { Packages } from "#web/screens/landing/packages.tsx";
import { Safety } from "#web/screens/landing/safety.tsx";
import { Tour } from "#web/screens/landing/tour.tsx";

/** Rendered by the build, and on navigation from another screen. `StaticLanding` reuses the prerendered HTML otherwise. */
export function Component() {
  const { openSignup } = useAccountModals();
  useEffect(() => {
    if (isOnboardingDue()) document.documentElement.dataset["onboarding"] = "";
    startOnboarding();
  }, []);
  return (
    <LandingFrame onSignup={openSignup}>
      <Cover />
      <LandingPage />
    </LandingFrame>
  );
}

/** Without event handlers: `LandingFrame` handles presses, and `data-to` is where a button leads a member. */
function LandingPage() {
  return (
    <>
      <Hero />
      <MatchBand />
      <HowItWorks />
      <Tour />
      <Safety />
      <Packages />
      <ClosingCall />
    </>
  );
}

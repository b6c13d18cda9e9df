import { useEffect } from "react";
import { startOnboarding } from "#web/app/start-onboarding.ts";
import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { ClosingCall } from "#web/features/landing/closing-call.tsx";
import { LandingFrame } from "#web/features/landing/frame.tsx";
import { Hero } from "#web/features/landing/hero.tsx";
import { HowItWorks } from "#web/features/landing/how-it-works.tsx";
import { MatchBand } from "#web/features/landing/match-band.tsx";
import { Packages } from "#web/features/landing/packages.tsx";
import { Safety } from "#web/features/landing/safety.tsx";
import { Tour } from "#web/features/landing/tour.tsx";
import { Cover } from "#web/features/onboarding/cover.tsx";
import { isOnboardingDue } from "#web/features/onboarding/onboarding-due.ts";

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

import { useEffect } from "react";
import { startOnboarding } from "#web/app/start-onboarding.ts";
import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { ClosingCall } from "#web/features/landing/closing-call.tsx";
import { LandingFrame } from "#web/features/landing/frame.tsx";
import { Hero } from "#web/features/landing/hero.tsx";
import { HowItWorks } from "#web/features/landing/how-it-works.tsx";
import { MatchBand } from "#web/features/landing/match-band.tsx";
import { Packs } from "#web/features/landing/packs.tsx";
import { Safety } from "#web/features/landing/safety.tsx";
import { Tour } from "#web/features/landing/tour.tsx";
import { Cover } from "#web/features/onboarding/cover.tsx";
import { isDue } from "#web/features/onboarding/should-show.ts";

/** The landing page, drawn here: by the build, and where somebody comes to it from another screen. */
export function Component() {
  const { openSignup } = useAccountModals();
  useEffect(() => {
    if (isDue()) document.documentElement.dataset["onboarding"] = "";
    startOnboarding();
  }, []);
  return (
    <LandingFrame onSignup={openSignup}>
      <Cover />
      <LandingPage />
    </LandingFrame>
  );
}

/** All of the landing page. Its buttons say with `data-to` where a member is led; the frame around it acts on that. */
function LandingPage() {
  return (
    <>
      <Hero />
      <MatchBand />
      <HowItWorks />
      <Tour />
      <Safety />
      <Packs />
      <ClosingCall />
    </>
  );
}

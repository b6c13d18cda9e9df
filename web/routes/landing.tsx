import { useEffect } from "react";
import { startOnboarding } from "#web/app/start-onboarding.ts";
import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { LandingFrame } from "#web/features/landing/frame.tsx";
import { LandingPage } from "#web/features/landing/page.tsx";
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

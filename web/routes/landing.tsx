import { useEffect } from "react";
import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { LandingFrame } from "#web/features/landing/frame.tsx";
import { LandingPage } from "#web/features/landing/page.tsx";
import { Cover } from "#web/features/onboarding/cover.tsx";
import { isDue } from "#web/features/onboarding/due.ts";
import { introduceNewcomers } from "#web/routes/newcomers.ts";

/** The landing page, drawn here: by the build, and where somebody comes to it from another screen. */
export function Component() {
  const { openSignup } = useAccountModals();
  useEffect(() => {
    if (isDue()) document.documentElement.dataset["onboarding"] = "";
    introduceNewcomers();
  }, []);
  return (
    <LandingFrame onSignup={openSignup}>
      <Cover />
      <LandingPage />
    </LandingFrame>
  );
}

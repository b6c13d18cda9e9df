import { useEffect } from "react";
import { startOnboarding } from "#web/app/start-onboarding.ts";
import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { LandingFrame } from "#web/features/landing/frame.tsx";

const element = typeof document === "undefined" ? null : document.getElementById("landing");

/** Whether the page that was opened came with the landing page in it, as the build drew it. */
export const isPrerendered = element !== null;

/** Kept as it is, what is shown already costs no script: ten KiB of drawings. */
const drawn = { __html: element?.innerHTML ?? "" };

/** The landing page where it was opened first. */
export function StaticLanding() {
  const { openSignup } = useAccountModals();
  useEffect(startOnboarding, []);
  return <LandingFrame onSignup={openSignup} drawn={drawn} />;
}

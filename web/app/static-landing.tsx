import { useEffect } from "react";
import { startOnboarding } from "#web/app/start-onboarding.ts";
import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { LandingFrame } from "#web/features/landing/frame.tsx";

const element = typeof document === "undefined" ? null : document.getElementById("landing");

export const isPrerendered = element !== null;

/** Reusing the HTML saves the scripts of ten KiB of drawings. */
const prerendered = { __html: element?.innerHTML ?? "" };

export function StaticLanding() {
  const { openSignup } = useAccountModals();
  useEffect(startOnboarding, []);
  return <LandingFrame onSignup={openSignup} prerendered={prerendered} />;
}

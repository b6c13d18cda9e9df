import { useEffect } from "react";
import { useAccountModals } from "#web/domains/accounts/modals/account-modals.tsx";
import { LandingFrame } from "#web/domains/site/drawings/frame.tsx";
import { startOnboarding } from "#web/domains/site/onboarding/start-onboarding.ts";

const element = typeof document === "undefined" ? null : document.getElementById("landing");

export const isPrerendered = element !== null;

/** Reusing the HTML saves the scripts of ten KiB of drawings. */
const prerendered = { __html: element?.innerHTML ?? "" };

export function StaticLanding() {
  const { openSignup } = useAccountModals();
  useEffect(startOnboarding, []);
  return <LandingFrame onSignup={openSignup} prerendered={prerendered} />;
}

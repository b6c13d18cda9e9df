import { useEffect } from "react";
import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { LandingFrame } from "#web/features/landing/frame.tsx";
import { introduceNewcomers } from "#web/routes/newcomers.ts";

const element = typeof document === "undefined" ? null : document.getElementById("landing");

/** Whether the page that was opened came with the landing page in it, as the build drew it. */
export const isDrawn = element !== null;

/** Kept as it is, what is shown already costs no script: ten KiB of drawings. */
const drawn = { __html: element?.innerHTML ?? "" };

/** The landing page where it was opened first. */
export function DrawnLanding() {
  const { openSignup } = useAccountModals();
  useEffect(introduceNewcomers, []);
  return <LandingFrame onSignup={openSignup} drawn={drawn} />;
}

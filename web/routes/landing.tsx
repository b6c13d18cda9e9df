import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { LandingFrame } from "#web/features/landing/frame.tsx";
import { LandingPage } from "#web/features/landing/page.tsx";

/** The landing page, drawn here: by the build, and where somebody comes to it from another screen. */
export function Component() {
  const { openSignup } = useAccountModals();
  return (
    <LandingFrame onSignup={openSignup}>
      <LandingPage />
    </LandingFrame>
  );
}

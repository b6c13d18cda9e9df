import { ClosingCall } from "#web/features/landing/closing-call.tsx";
import { Hero } from "#web/features/landing/hero.tsx";
import { HowItWorks } from "#web/features/landing/how-it-works.tsx";
import { MatchBand } from "#web/features/landing/match-band.tsx";
import { Packs } from "#web/features/landing/packs.tsx";
import { Safety } from "#web/features/landing/safety.tsx";
import { Tour } from "#web/features/landing/tour.tsx";

/** All of the landing page. Its buttons say with `data-to` where a member is led; the frame around it acts on that. */
export function LandingPage() {
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

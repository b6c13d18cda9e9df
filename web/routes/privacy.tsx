import { PRIVACY_DATA_SECTIONS, PRIVACY_RIGHTS_SECTIONS } from "#web/features/public/privacy-policy.tsx";
import { ProsePage } from "#web/features/public/prose-page.tsx";

export function Component() {
  return (
    <ProsePage
      binding
      title="Privacy Policy"
      description="What Spotter keeps about you, where, what for and how long. No ads, no data sales, and a location no finer than an area of about 5 km²."
      intro={
        <p>
          A dating app is told a lot. Here is what we keep, why, and for how long, in words that can be checked against
          what the app does.
        </p>
      }
      sections={[...PRIVACY_DATA_SECTIONS, ...PRIVACY_RIGHTS_SECTIONS]}
    />
  );
}

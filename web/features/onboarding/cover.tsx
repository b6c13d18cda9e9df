import { BrandScreen } from "#web/features/onboarding/brand-screen.tsx";
import css from "#web/features/onboarding/cover.module.css";

/** Prerendered: visible where onboarding is due, until its script is loaded. */
export const Cover = () => (
  <div className={css.cover}>
    <BrandScreen />
  </div>
);

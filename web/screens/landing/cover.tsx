import { BrandScreen } from "#web/domains/site/onboarding/brand-screen.tsx";
import css from "#web/screens/landing/cover.module.css";

/** Prerendered: visible where onboarding is due, until its script is loaded. */
export const Cover = () => (
  <div className={css.cover}>
    <BrandScreen />
  </div>
);

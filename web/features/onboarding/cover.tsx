import { BrandScreen } from "#web/features/onboarding/brand-screen.tsx";
import css from "#web/features/onboarding/cover.module.css";

/** The first screen as a part of the page: seen at once where the introduction is due, and until the rest of it is loaded. */
export const Cover = () => (
  <div className={css.cover}>
    <BrandScreen />
  </div>
);

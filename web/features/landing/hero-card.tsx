import css from "#web/features/landing/hero-card.module.css";
import { Symbol as BrandSymbol } from "#web/ui/brand/logo.tsx";

/** A glimpse of the app beside the drawing: a member's card, and the moment after. Decoration. */
export function HeroCard() {
  return (
    <div className={css.live} aria-hidden="true">
      <div className={css.card}>
        <div className={css.under}>
          <img src="/art/under.webp" alt="" width="216" height="270" />
        </div>
        <div className={css.top}>
          <img src="/art/amara.webp" alt="" width="344" height="430" />
          <p className={css.caption}>
            <b>Amara, 27</b>
            <span>Mission District</span>
          </p>
        </div>
      </div>
      <p className={css.match}>
        <span className={css.symbol}>
          <BrandSymbol size={26} />
        </span>
        <span>
          <b>It’s a match</b>
          Amara crushed back
        </span>
      </p>
    </div>
  );
}

import { FREE_CRUSHES } from "#contract/limits.ts";
import { HeroDrawing } from "#web/domains/site/drawings/hero-drawing.tsx";
import site from "#web/domains/site/drawings/site.module.css";
import css from "#web/screens/landing/hero.module.css";
import { FivePlates } from "#web/ui/brand/five-plates.tsx";
import { Symbol as BrandSymbol } from "#web/ui/brand/logo.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";

export function Hero() {
  return (
    <section className={css.hero}>
      <div className={classNames(site.wrap, css.text)}>
        <h1 className={site.hero}>
          <span>Your Gym Bae </span>
          <span>is Just a </span>
          <span>Crush Away</span>
        </h1>
        <p className={css.tag}>Where Strength Meets Chemistry</p>
        <p className={classNames(site.lead, css.lead)}>
          Dating for people who train. Send a crush, get one back, and meet at the rack.
        </p>
        <div className={css.action}>
          <Button variant="crush" size="lg" className={css.find} data-to="/browse">
            Find Your Crush
          </Button>
          <p className={css.free}>
            <FivePlates />
            <span className={css.join}>
              <b>{FREE_CRUSHES} free crushes</b> when you join
            </span>
            <span className={css.back}>
              <b>You're in.</b> See who trains near you
            </span>
          </p>
        </div>
      </div>
      <div className={css.frame}>
        <HeroDrawing />
      </div>
      <HeroCard />
    </section>
  );
}

function HeroCard() {
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

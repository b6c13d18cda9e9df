import { FREE_CRUSHES } from "#contract/limits.ts";
import css from "#web/features/landing/hero.module.css";
import { HeroCard } from "#web/features/landing/hero-card.tsx";
import { HeroDrawing } from "#web/features/landing/hero-drawing.tsx";
import site from "#web/features/landing/site.module.css";
import { FivePlates } from "#web/ui/brand/five-plates.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";

/** The first screen: the promise, one thing to do, and two people under one bar. */
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
            <span>
              <b>{FREE_CRUSHES} free crushes</b> when you join
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
